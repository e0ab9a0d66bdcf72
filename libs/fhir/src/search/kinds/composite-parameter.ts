import { badValue } from '@gateway/kernel';
import { allOf, anyOf } from '../conditions';
import type { SearchParameter } from '../search-parameter';
import { separated } from '../values/separated';
import type { ParameterFacts } from './parameter-facts';

/** Values of several parameters that one element has together, joined by `$`. Our records have one such element each. */
export const compositeParameter = (facts: ParameterFacts, components: readonly SearchParameter[]): SearchParameter => ({
  ...facts,
  type: 'composite',
  modifiers: [],
  read: ({ pair, values }, setting) =>
    anyOf(
      values.map((value) => {
        const parts = separated(value, '$');
        if (parts.length !== components.length || parts.includes('')) {
          throw badValue(pair, components.map(({ name }) => name).join('$'));
        }
        return allOf(components.map((component, index) => component.read({ pair, modifier: undefined, values: [parts[index]!] }, setting)));
      }),
    ),
});
