import { field, isJsonNumber, isStorableNumber, isStorableText, type JsonNumber, type FaultReporter } from '@gateway/kernel';

/** Partner-defined keys and values; keeps its keys, their order, and the values' JSON types and digits. */
export type Metadata = Readonly<Record<string, string | JsonNumber | boolean>>;

const maximumEntries = 10;

function checkEntry(key: string, value: unknown, report: FaultReporter): void {
  const path = [key];
  if (!isStorableText(key)) {
    report.violation({ constraint: 'Regex', hint: 'characters' });
  } else if (typeof value === 'string') {
    if (!isStorableText(value)) report.violation({ constraint: 'Regex', hint: 'characters', path });
  } else if (isJsonNumber(value)) {
    if (!isStorableNumber(value)) report.violation({ constraint: 'Range', payload: { min: '-1e400', max: '1e400' }, hint: 'range', path });
  } else if (typeof value !== 'boolean') {
    report.violation({ constraint: 'Type', payload: { type: 'scalar' }, hint: 'primitive', path });
  }
}

/** An object of at most 10 primitive values; an empty array counts as an empty object, as some partners' languages send it. */
export const metadataInput = () =>
  field(
    {
      type: 'object',
      maxProperties: maximumEntries,
      additionalProperties: { type: ['string', 'number', 'boolean'] },
      examples: [{ campaign: 'spring', batch: 7 }],
    },
    (value, report): Metadata => {
      if (Array.isArray(value) && value.length === 0) return {};
      if (typeof value !== 'object' || value === null || Array.isArray(value) || isJsonNumber(value)) {
        report.wrongType('object');
        return {};
      }
      const entries = Object.entries(value);
      if (entries.length > maximumEntries) {
        report.violation({ constraint: 'TooMany', payload: { max: maximumEntries }, hint: 'max_entries' });
      }
      for (const [key, entry] of entries) checkEntry(key, entry, report);
      return value as Metadata;
    },
  );
