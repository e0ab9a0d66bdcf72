import type { Condition } from '@gateway/core';

export const always: Condition = () => 'TRUE';
export const never: Condition = () => 'FALSE';

/** An SQL condition without values. */
export const holds =
  (sql: string): Condition =>
  () =>
    `(${sql})`;

export const anyOf = (conditions: readonly Condition[]): Condition => {
  const [only, ...others] = conditions;
  if (only === undefined) return never;
  return others.length === 0 ? only : (bind, partner) => `(${conditions.map((condition) => condition(bind, partner)).join(' OR ')})`;
};

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? always : (bind, partner) => `(${conditions.map((condition) => condition(bind, partner)).join(' AND ')})`;

/** What is not known does not hold, and so its opposite does. */
export const not =
  (condition: Condition): Condition =>
  (bind, partner) =>
    `NOT coalesce(${condition(bind, partner)}, FALSE)`;
