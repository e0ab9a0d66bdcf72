import { AppError } from '@gateway/problems';

export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

const decode = (text: string): string => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new AppError('url_malformed');
  }
  if (decoded.includes('\0')) throw new AppError('url_malformed');
  return decoded;
};

/** More parameters than this are refused before they are decoded. */
const maximumPairs = 1000;

/** The parameters of a query string in the order written, repeats included. @throws AppError for invalid percent-encoding. */
export function decodeQuery(queryString: string): readonly QueryPair[] {
  if (queryString === '') return [];
  const parts = queryString.split('&', maximumPairs + 1);
  if (parts.length > maximumPairs) throw new AppError('query_too_many_values', { parameters: { name: '*', max: maximumPairs } });
  return parts
    .filter((part) => part !== '')
    .map((part): QueryPair => {
      const equals = part.indexOf('=');
      if (equals < 0) return { name: decode(part), value: '' };
      return { name: decode(part.slice(0, equals)), value: decode(part.slice(equals + 1)) };
    });
}

export const encodeQuery = (pairs: readonly QueryPair[]): string =>
  pairs.map(({ name, value }) => `${encodeURIComponent(name).replace(/%5B/g, '[').replace(/%5D/g, ']')}=${encodeURIComponent(value)}`).join('&');
