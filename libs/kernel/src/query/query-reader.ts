import { AppError } from '@gateway/problems';
import type { QueryPair } from './query-string';

/** One query parameter, as errors and OpenAPI name it; `[path]` stands for any text in brackets. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The name before the brackets, where any text may stand in them: OpenAPI's `deepObject`. */
  readonly deepObject?: string;
}

/** What the request's headers add to its query. */
export interface QueryContext {
  /** `Prefer: count=exact` (RFC 7240). */
  readonly countsExactly: boolean;
  /** `Prefer: handling=strict`: what is not known is refused even where it is usually passed over. */
  readonly isStrict: boolean;
}

/** Reads the query parameters that an operation knows. */
export interface QueryReader<T> {
  readonly parameters: readonly QueryParameter[];
  /** @throws AppError that names the parameter and the value. */
  read(pairs: readonly QueryPair[], context: QueryContext): T;
}

/** A debugging marker of the interface without meaning, accepted everywhere. */
const ignoredParameter = 'XDEBUG_SESSION';

const maximumQuote = 200;

/** A client's text, short enough to stand in an error. */
const quoted = (text: string): string => (text.length > maximumQuote ? `${text.slice(0, maximumQuote)}…` : text);

export const unknownParameter = (name: string, known: readonly QueryParameter[]): AppError =>
  new AppError('query_unknown_parameter', {
    parameters: { name: quoted(name), known: [...known.map((parameter) => parameter.name), ignoredParameter].join(', ') },
  });

/** @param expected what is allowed, in terms that need no translation, such as `asc, desc`. */
export const badValue = ({ name, value }: QueryPair, expected: string): AppError =>
  new AppError('query_bad_value', { parameters: { name: quoted(name), value: quoted(value), expected } });

export const repeatedParameter = (name: string): AppError => new AppError('query_repeated', { parameters: { name: quoted(name) } });

export const withoutIgnored = (pairs: readonly QueryPair[]): readonly QueryPair[] => pairs.filter((pair) => pair.name !== ignoredParameter);

/** For operations that know no parameter. */
export const noParameters: QueryReader<undefined> = {
  parameters: [],
  read(pairs) {
    const [first] = withoutIgnored(pairs);
    if (first !== undefined) throw unknownParameter(first.name, []);
    return undefined;
  },
};
