import { type JsonObject, objectsIn, textIn } from '@gateway/kernel';
import { AppError } from '@gateway/problems';
import type { Fault } from '../validation/fault';
import { InvalidResourceError } from './invalid-resource-error';

/** Entries of a batch or transaction (https://hl7.org/fhir/R5/http.html#transaction). */
export interface BundleEntry {
  readonly index: number;
  readonly fullUrl: string | undefined;
  readonly resource: JsonObject | undefined;
  readonly action: BundleAction;
}

export type BundleAction =
  | { readonly kind: 'create'; readonly ifNoneExist: string | undefined }
  | { readonly kind: 'update'; readonly id: string; readonly ifMatch: string | undefined }
  /** A Patient that comes with its ServiceRequest. */
  | { readonly kind: 'patient' }
  | { readonly kind: 'read'; readonly type: string; readonly id: string; readonly query: string; readonly known: KnownVersion }
  | { readonly kind: 'search'; readonly type: string; readonly query: string }
  | { readonly kind: 'unsupported'; readonly method: string; readonly target: string };

/** What a reader has of the resource already. */
export interface KnownVersion {
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
}

const maximumEntries = 500;

const readableTypes = ['ServiceRequest', 'DiagnosticReport', 'Observation', 'Patient', 'Specimen'];

/** `/ServiceRequest/1?a=b`, with or without the slash. */
const addressPattern = /^\/?([A-Za-z]+)(?:\/([A-Za-z0-9.-]{1,64}))?(?:\?(.*))?$/s;

function actionOf(request: JsonObject): BundleAction {
  const method = textIn(request['method']) ?? '';
  const [, type = '', id, query] = addressPattern.exec(textIn(request['url']) ?? '') ?? [];
  const unsupported: BundleAction = { kind: 'unsupported', method, target: readableTypes.includes(type) ? type : 'Resource' };
  if (!readableTypes.includes(type)) return unsupported;
  if (method === 'GET' && id !== undefined) {
    const known: KnownVersion = { ifNoneMatch: textIn(request['ifNoneMatch']), ifModifiedSince: textIn(request['ifModifiedSince']) };
    return { kind: 'read', type, id, query: query ?? '', known };
  }
  if (method === 'GET' && id === undefined) return { kind: 'search', type, query: query ?? '' };
  const isPlain = query === undefined;
  if (method === 'POST' && type === 'Patient' && id === undefined && isPlain) return { kind: 'patient' };
  if (type !== 'ServiceRequest' || !isPlain) return unsupported;
  if (method === 'POST' && id === undefined) return { kind: 'create', ifNoneExist: textIn(request['ifNoneExist']) };
  if (method === 'PUT' && id !== undefined) return { kind: 'update', id, ifMatch: textIn(request['ifMatch']) };
  return unsupported;
}

/** Asked before anything else: to validate entries without end takes time without end. @throws AppError when there are too many */
export function assertNotTooMany({ entry }: JsonObject): void {
  if (Array.isArray(entry) && entry.length > maximumEntries) {
    throw new AppError('bundle_too_many_entries', { parameters: { max: maximumEntries } });
  }
}

export const entriesOf = (bundle: JsonObject): readonly BundleEntry[] =>
  objectsIn(bundle['entry']).map((entry, index): BundleEntry => {
    const [resource] = objectsIn(entry['resource']);
    const [request = {}] = objectsIn(entry['request']);
    return { index, fullUrl: textIn(entry['fullUrl']), resource, action: actionOf(request) };
  });

const overlap = {
  severity: 'error',
  code: 'invariant',
  text: 'invariant',
  parameters: { key: 'http.html#trules', human: 'If any resource identities overlap, then the transaction SHALL fail' },
} as const;

/** @throws InvalidResourceError for entries of a transaction that write one resource: no order of them is the right one */
export function assertDistinct(entries: readonly BundleEntry[]): void {
  const updated = new Set<string>();
  const faults = entries.flatMap(({ action, index }): Fault[] => {
    if (action.kind !== 'update') return [];
    const path = `entry[${index}].request.url`;
    if (updated.has(action.id)) return [{ ...overlap, expression: `Bundle.${path}`, path }];
    updated.add(action.id);
    return [];
  });
  if (faults.length > 0) throw new InvalidResourceError(faults);
}

/** Transactions create, then update, then read, whatever the order of the entries is. */
const order = { patient: 0, unsupported: 0, create: 1, update: 2, read: 3, search: 3 } as const satisfies Record<
  BundleAction['kind'],
  number
>;

export const inProcessingOrder = (entries: readonly BundleEntry[]): readonly BundleEntry[] =>
  [...entries].sort((a, b) => order[a.action.kind] - order[b.action.kind]);
