import { isObject, type JsonObject } from './validation/json-object';

/** Reading of JSON whose shape the definitions have checked, or nobody has. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** The objects in a list, or the one object that stands there. */
export const objectsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? listIn(value) : [value]).filter(isObject);

export const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
