import { isJsonNumber } from './exact-number';

/** A JSON object; exact numbers are none. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);

/** Reading of JSON whose shape something else has checked, or nobody has. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** The objects in a list, or the one object that stands there. */
export const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? listIn(value) : [value]).filter(isObject);

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
