import { Answer, JsonText } from '@gateway/access';
import { isObject, isUuid, type JsonObject, objectsIn, Page, parseStoredJson, textIn } from '@gateway/kernel';

/** Where a request went: the path of its route, and what stands for the parameters. */
export interface Target {
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const numberPattern = /^\d{1,18}$/;

/** Names that the service or its operators give; anything else might say something of a person. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/;

function parameterText(name: string, value: unknown): string {
  if (typeof value !== 'string') return `{${name}}`;
  if (isUuid(value)) return value.toLowerCase();
  return (name === 'id' ? numberPattern : namePattern).test(value) ? value : `{${name}}`;
}

const idParameter = '/:id';

/** Records that the operating side reaches by paths of its own, and their IRI. */
const collections: Readonly<Partial<Record<string, string>>> = {
  '/fulfilment/v1/diagnostic_orders': '/v1/diagnostic_orders',
  '/fulfilment/v1/sck_orders': '/sck/v1/orders',
  '/lab/v1/test_results': '/v1/test_results',
};

const collectionOf = (path: string): string => collections[path] ?? path;

/** A route cut at its parameters: text and name in turn. */
type Parts = readonly string[];

const known = new Map<string, Parts>();

function partsOf(route: string): Parts {
  let parts = known.get(route);
  if (parts === undefined) {
    const at = route.indexOf(idParameter);
    const path = at < 0 ? collectionOf(route) : `${collectionOf(route.slice(0, at))}${idParameter}`;
    parts = path.split(/:([A-Za-z]+)/);
    known.set(route, parts);
  }
  return parts;
}

/** The record that a path leads to, without what is done to it or read of it; an identifier that cannot be one stays its name. */
export function targetIri({ route, parameters }: Target): string {
  const parts = partsOf(route);
  let iri = parts[0]!;
  for (let at = 1; at < parts.length; at += 2) iri += parameterText(parts[at]!, parameters[parts[at]!]) + parts[at + 1]!;
  return iri;
}

/** An address names the record with or without a version or what is done with it. */
const iriOf = (address: string, baseUrl: string): string =>
  (address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address).replace(/\/(?:_history\/[^/]*|download)$/, '');

const bundleTypes = new Set<unknown>(['searchset', 'history', 'batch-response', 'transaction-response']);

/** Where an entry says that its resource is; `base` is that of the release. */
function entryAddress({ fullUrl, response, resource }: JsonObject, base: string): string | undefined {
  const location = isObject(response) ? textIn(response['location']) : undefined;
  const [type, id] = isObject(resource) ? [textIn(resource['resourceType']), textIn(resource['id'])] : [];
  const relative = location ?? (type && id && `${type}/${id}`);
  return textIn(fullUrl) ?? (relative && `${base}/${relative}`);
}

/** The resources that a Bundle shows or tells of, each once; a response may hold Bundles in turn. */
function entriesOf(bundle: JsonObject, base: string, baseUrl: string): readonly string[] {
  const iris = objectsIn(bundle['entry']).flatMap((entry): readonly string[] => {
    const { resource } = entry;
    if (isObject(resource) && resource['resourceType'] === 'Bundle') return entriesOf(resource, base, baseUrl);
    const address = entryAddress(entry, base);
    return address === undefined ? [] : [iriOf(address, baseUrl)];
  });
  return [...new Set(iris)];
}

/** Answers that are kept for repetitions are text already. */
const valueOf = (body: unknown): unknown => (body instanceof JsonText ? parseStoredJson(body.text) : body);

/** Answers that name in one member which records an operation has changed. */
const listingMembers: ReadonlyMap<string, string> = new Map([
  ['recordIntake', 'diagnosticTests'],
  ['recordCarrierEvent', 'updated'],
]);

function idOf(item: unknown): string {
  const { id } = Object(item) as { id?: unknown };
  return parameterText('id', typeof id === 'string' ? id : String(id));
}

const isCollection = ({ route }: Target): boolean => !route.includes('/:');

export interface Answered extends Target {
  readonly operation: string;
  readonly scope: string;
  readonly result: unknown;
  readonly baseUrl: string;
}

/** The IRIs of the records that an answer shows, makes or has changed. */
export function recordsIn(answered: Answered): readonly string[] {
  const { operation, scope, result, baseUrl } = answered;
  const answer = result instanceof Answer ? result : undefined;
  const location = answer?.headers['Location'];
  if (location !== undefined) return [iriOf(location, baseUrl)];
  const body = valueOf(answer === undefined ? result : answer.body);
  if (body instanceof Page && scope !== 'admin') return body.items.map((item) => `${answered.route}/${idOf(item)}`);
  if (!isObject(body)) return [targetIri(answered)];
  const member = listingMembers.get(operation);
  if (member !== undefined) return (body[member] as readonly string[] | undefined) ?? [];
  if (body['id'] !== undefined && isCollection(answered)) return [`${targetIri(answered)}/${idOf(body)}`];
  if (body['resourceType'] === 'Bundle' && bundleTypes.has(body['type'])) return entriesOf(body, answered.route, baseUrl);
  return [targetIri(answered)];
}
