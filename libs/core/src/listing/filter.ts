import type { QueryPair, QueryParameter } from '@gateway/kernel';

/** Registers a value as SQL parameter and returns its placeholder, so that no input reaches SQL as text. */
export type Bind = (value: unknown) => string;

/** An SQL condition over the list's row. `partner` is the placeholder of the partner whose records are listed. */
export interface Condition {
  (bind: Bind, partner: string): string;
  /** Whatever its values are, few records fulfil it: one plan serves all of them. */
  readonly isSelective?: true;
}

export const selective = (condition: Condition): Condition =>
  Object.assign((...given: Parameters<Condition>): string => condition(...given), { isSelective: true } as const);

/**
 * Whether a column has any of the ids in an array parameter. PostgreSQL keeps the plan: with the bare parameter it plans each time, since
 * it takes the plan for one id to be better than the plan for ten; and planning can take longer than reading.
 */
export const hasIdOf = (column: string, parameter: string, type: 'uuid' | 'bigint'): string =>
  `${column} = ANY(ARRAY(SELECT unnest(${parameter}::${type}[])))`;

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
