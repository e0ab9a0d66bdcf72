import type { Fault, Finding } from './fault';
import type { Location } from './location';

/** More than this helps nobody, and a hostile document could have a hundred thousand. */
const maximumFaults = 200;

/** Collects what is wrong, each with its place. */
export class Findings {
  readonly faults: Fault[] = [];
  hasErrors = false;

  add(at: Location, { severity = 'error', code, text, parameters = {} }: Finding): void {
    if (this.faults.length > maximumFaults) return;
    if (severity === 'error') this.hasErrors = true;
    if (this.faults.length === maximumFaults) {
      this.faults.push({
        severity: 'information',
        code: 'incomplete',
        expression: '',
        path: '',
        text: 'faults_many',
        parameters: { max: maximumFaults },
      });
      return;
    }
    this.faults.push({ severity, code, expression: at.expression, path: at.path, text, parameters });
  }

  addIfAny(at: Location, finding: Finding | undefined): void {
    if (finding !== undefined) this.add(at, finding);
  }
}
