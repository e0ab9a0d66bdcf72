import type { QueryPair, QueryParameter } from '@gateway/kernel';

/** Registers a value as SQL parameter and returns its placeholder, so that no input reaches SQL as text. */
export type Bind = (value: unknown) => string;

/** An SQL condition over the list's row. `partner` is the placeholder of the partner whose records are listed. */
export type Condition = (bind: Bind, partner: string) => string;

/** A filter of a list: the query parameters that it knows and the conditions that they make. */
export interface Filter {
  readonly parameters: readonly QueryParameter[];
  /** Whether a parameter of this name is the filter's. */
  knows(name: string): boolean;
  /** @param pairs the filter's own parameters, in the order written. @throws AppError for a value that does not parse. */
  read(pairs: readonly QueryPair[]): readonly Condition[];
}

/** A filter whose parameters each make one condition and must not be repeated. */
export const singleValueFilter = (parameters: readonly QueryParameter[], toCondition: (pair: QueryPair) => Condition): Filter => ({
  parameters,
  knows: (name) => parameters.some((parameter) => parameter.name === name),
  read: (pairs) => pairs.map(toCondition),
});
