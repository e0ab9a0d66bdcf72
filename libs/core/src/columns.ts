import { parseStoredJson, stringifyJson } from '@gateway/kernel';
import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** A point in time, kept to the millisecond. */
export const moment = { type: 'timestamp with time zone', precision: 3 } as const satisfies ColumnOptions;

export const momentOrNull = { ...moment, nullable: true } as const satisfies ColumnOptions;

export const textOrNull = { type: 'text', nullable: true } as const satisfies ColumnOptions;

/** What triggers fill, for searches alone. */
export const keptByDatabase = { nullable: true, select: false, insert: false, update: false } as const satisfies ColumnOptions;

const jsonText: ValueTransformer = {
  to: (value: unknown) => (value === null || value === undefined ? null : stringifyJson(value)),
  from: (stored: string | null) => (stored === null ? null : parseStoredJson(stored)),
};

/** JSON as it was sent, with the order of its members and the digits of its numbers, which jsonb would change. */
export const exactJson = { type: 'text', transformer: jsonText } as const satisfies ColumnOptions;

export const exactJsonOrNull = { ...exactJson, nullable: true } as const satisfies ColumnOptions;
