import { jsonQueries, listValue } from './list-values';
import { searchQueries } from './search-values';
import type { SampleValues } from './values';

/** A list or search of the service. */
export interface Query {
  readonly path: string;
  /** Empty: everything there is. */
  readonly query: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema?: { readonly enum?: readonly string[]; readonly items?: { readonly enum?: readonly string[] } };
}

interface Operation {
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
}

/** As much of the OpenAPI document as tells what can be asked. */
export interface Documented {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

/** Those of no record: their tables do not grow. */
const withoutRecords = ['/v1/diagnostic_products', '/sck/v1/products', '/admin/v1/tokens', '/admin/v1/clients'];

const searched = /^\/fhir\/r(?:4b|5)\/([A-Z][A-Za-z]+)$/;

const listQueries = (path: string, { name, description = '', schema = {} }: Parameter, values: SampleValues): readonly string[] => {
  if (name === 'page') return ['page=3'];
  if (name === 'cursor') return ['cursor='];
  if (name === 'itemsPerPage' || name === 'XDEBUG_SESSION') return [];
  if (name.startsWith('json_')) return jsonQueries(name, description, values);
  if (name.endsWith('[]')) {
    const value = schema.items?.enum?.[0] ?? listValue(path, name.slice(0, -2), values);
    return [`${name}=${encodeURIComponent(value)}`];
  }
  const choices = schema.enum ?? [values['middle']!];
  // Booleans and directions are spelled in several ways.
  return choices.slice(0, 2).map((value) => `${name}=${encodeURIComponent(value)}`);
};

const sortQueries = (description: string): readonly string[] =>
  (/Keys: ([^.]*)\./.exec(description)?.[1] ?? '').split(', ').flatMap((key) => (key === '' ? [] : [`_sort=${key}`, `_sort=-${key}`]));

const resultQueries: Readonly<Record<string, (description: string) => readonly string[]>> = {
  _sort: sortQueries,
  _count: () => ['_count=5'],
  _total: () => ['_total=accurate'],
};

const formParameters = ['_summary', '_elements', '_include', '_revinclude', '_format', '_pretty', '_cursor', 'XDEBUG_SESSION'];

const queriesOfSearch = (type: string, { name, description = '' }: Parameter, values: SampleValues, baseUrl: string): readonly string[] => {
  if (formParameters.includes(name)) return [];
  return resultQueries[name]?.(description) ?? searchQueries(type, name, description, values, baseUrl);
};

function queriesOf(path: string, { parameters = [] }: Operation, values: SampleValues, baseUrl: string): readonly string[] {
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const type = searched.exec(path)?.[1];
  const isList = own.some(({ name }) => name === 'cursor');
  if (withoutRecords.includes(path) || (type === undefined && !isList)) return [];
  const each = (parameter: Parameter): readonly string[] =>
    type === undefined ? listQueries(path, parameter, values) : queriesOfSearch(type, parameter, values, baseUrl);
  return ['', ...new Set(own.flatMap(each))];
}

/**
 * Every list and search of the service with each of its parameters, as its own description has them. What the releases of FHIR have in
 * common is asked in R5 alone: the same SQL serves both.
 */
export function allQueries({ paths }: Documented, values: SampleValues, baseUrl: string): readonly Query[] {
  const all = Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined || path.includes('{') ? [] : queriesOf(path, get, values, baseUrl).map((query): Query => ({ path, query })),
  );
  const asked = new Set(all.map(({ path, query }) => `${path}?${query}`));
  return all.filter(({ path, query }) => !path.startsWith('/fhir/r4b/') || !asked.has(`${path.replace('/r4b/', '/r5/')}?${query}`));
}
