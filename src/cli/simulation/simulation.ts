import type { CommandContext } from '../command';
import { Refusal } from '../failures';
import type { Service } from '../service';
import type { KnownTest } from './known-test';
import type { SimulatedReport } from './outcome';

interface ResultAnswer {
  readonly id: string;
  readonly observations: readonly { loincNum: string; value: string; unit: string | null; interpretation: string | null }[];
}

const testIri = (testId: string): string => `/v1/diagnostic_tests/${testId}`;

/** What patient, carrier and laboratory would do with one test; each step goes forward and tells what it did. */
export class Simulation {
  constructor(
    private readonly testId: string,
    private readonly operator: Service,
    private readonly say: CommandContext['say'],
  ) {}

  async ship(orderId: string): Promise<void> {
    const path = `/fulfilment/v1/diagnostic_orders/${encodeURIComponent(orderId)}/ship`;
    const { body } = await this.operator.post<{ shippedAt: string; diagnosticTests: readonly string[] }>(path, {});
    this.say(`Shipped ${body.shippedAt}: order ${orderId}`);
    if (!body.diagnosticTests.includes(testIri(this.testId))) throw new Refusal(`The order ${orderId} has no test ${this.testId}.`);
  }

  /** The patient's part. */
  async activate(partner: Service, test: KnownTest, specimenCode: string, now: Date): Promise<void> {
    const { body } = await partner.post<{ activatedAt: string }>(`${testIri(this.testId)}/activate`, {
      specimenCode,
      collectionDate: now.toISOString().slice(0, 10),
      collectionTime: '07:30:00',
      gender: test.gender,
      dateOfBirth: test.dateOfBirth ?? '1980-01-01',
    });
    this.say(`Activated ${body.activatedAt}: specimen ${specimenCode}`);
  }

  async takeIn(specimenCode: string): Promise<void> {
    const { body } = await this.operator.post<{ labIntakeAt: string }>('/lab/v1/intakes', { specimenCode });
    this.say(`Arrived in the laboratory ${body.labIntakeAt}: specimen ${specimenCode}`);
  }

  /** Returns the result's IRI. */
  async deliver(report: SimulatedReport): Promise<string> {
    const { body } = await this.operator.post<ResultAnswer>('/lab/v1/test_results', { diagnosticTest: testIri(this.testId), ...report });
    const iri = `/v1/test_results/${body.id}`;
    this.say(`Result ${iri}${report.labNotes === null ? '' : `: ${report.labNotes.join(' ')}`}`);
    for (const { loincNum, value, unit, interpretation } of body.observations) {
      this.say(['', loincNum, value === '' ? '(no value yet)' : value, unit, interpretation].filter((part) => part !== null).join('  '));
    }
    return iri;
  }
}
