import { z } from 'zod';
import { type FaultReporter, keepFirst, reporting } from './field';

interface ListSize {
  readonly min?: number;
  readonly max: number;
}

const checkLength = (length: number, { min = 0, max }: ListSize, report: FaultReporter): void => {
  if (length < min) report.violation({ constraint: 'TooFew', payload: { min }, hint: 'min_entries' });
  if (length > max) report.violation({ constraint: 'TooMany', payload: { max }, hint: 'max_entries' });
};

/**
 * A list of entries. One with too few or too many is refused before any entry is looked at: how long a check may take is decided
 * here, not by the client. Of the entries' faults no more are kept than are told.
 */
export const list = <S extends z.ZodType>(entry: S, size: ListSize) =>
  z.preprocess(
    reporting((value, report) => {
      if (Array.isArray(value)) checkLength(value.length, size, report);
      return value;
    }),
    // The lengths stand here once more for the JSON Schema.
    z
      .array(entry)
      .min(size.min ?? 0)
      .max(size.max)
      .superRefine(
        (_, { issues }) => {
          keepFirst(issues);
        },
        { when: () => true },
      ),
  );
