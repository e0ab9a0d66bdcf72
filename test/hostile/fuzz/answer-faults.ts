import type { OpenApiContract } from '../../support/openapi-contract';
import type { TestAnswer } from '../../support/test-client';
import type { HostileRequest } from './requests';
import { headerMarker, scriptMarker } from './strange-values';

/** What only the inside of the service knows. */
const insides: readonly RegExp[] = [
  /\n\s+at .+:\d+:\d+/,
  /node_modules|node:internal/,
  /QueryFailedError|\bTypeError\b|RangeError|SyntaxError:|ECONNREFUSED/,
  /relation "|column "|invalid input syntax|violates .* constraint/,
];

const isProblem = (answer: TestAnswer): boolean =>
  answer.body?.status === answer.status || answer.body?.resourceType === 'OperationOutcome' || typeof answer.body?.error === 'string';

/** Everything that an answer must never do, whatever was asked; empty when it did none of it. */
export function faultsOf(contract: OpenApiContract, asked: HostileRequest, answer: TestAnswer): readonly string[] {
  const { method, path, operationId } = asked;
  const { status, headers, text } = answer;
  const faults: string[] = [];
  if (status >= 500 && !(status === 501 && operationId === 'eraseDiagnosticOrder')) faults.push(`status ${status}`);
  for (const inside of insides)
    if (inside.test(text) && operationId !== 'getMetrics') faults.push(`tells its inside: ${inside.exec(text)?.[0].slice(0, 80)}`);
  if (headerMarker.toLowerCase() in headers) faults.push('a header of the client’s making');
  if (/html|svg|xml/.test(headers['content-type'] ?? '') && text.includes(scriptMarker)) faults.push('markup of the client’s making');
  if (headers['x-request-id'] === undefined) faults.push('no request id');
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('sniffing allowed');
  if (method === 'HEAD') return text === '' ? faults : [...faults, 'HEAD with a body'];
  if (status >= 400 && text !== '' && !isProblem(answer)) faults.push(`no problem body: ${text.slice(0, 200)}`);
  // What `return=minimal` leaves out is the body, which OpenAPI cannot call optional; an empty segment is no parameter.
  const isMinimal = status < 300 && text === '' && (asked.headers['Prefer'] ?? '').includes('return=minimal');
  const hasGap = /\/(\/|$)/.test(path.split('?', 1)[0]!);
  if (!isMinimal && !hasGap && contract.operationAt(method, path) !== undefined) faults.push(...contract.breachesOf(method, path, answer));
  return faults;
}
