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

/** Characters of a query string: what a `Link` header can repeat within the 16 KiB that clients accept. */
const maximumLength = 10_000;

/** The parameters of a query string in the order written, repeats included. @throws AppError for invalid percent-encoding, or when it is too long */
export function decodeQuery(queryString: string): readonly QueryPair[] {
  if (queryString === '') return [];
  if (queryString.length > maximumLength) throw new AppError('query_too_long', { parameters: { max: maximumLength } });
  return queryString
    .split('&')
    .filter((part) => part !== '')
    .map((part): QueryPair => {
      const equals = part.indexOf('=');
      if (equals < 0) return { name: decode(part), value: '' };
      return { name: decode(part.slice(0, equals)), value: decode(part.slice(equals + 1)) };
    });
}

/** Percent-encoded throughout, brackets too: a URI as RFC 3986 has it. */
export const encodeQuery = (pairs: readonly QueryPair[]): string =>
  pairs.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
