import { z } from 'zod';

/**
 * Resources. What they may hold is checked against the release's definitions, which have to see every member that was sent: zod's own
 * objects leave `__proto__` out.
 */
const resourceOf = (properties: Readonly<Record<string, unknown>>) =>
  z.unknown().meta({ type: 'object', properties, additionalProperties: {} });

export const resourceSchema = (type: string) => resourceOf({ resourceType: { type: 'string', const: type, default: type } });

/** A resource of any type. */
export const anyResourceSchema = () => resourceOf({});

export const resourceListSchema = (type: string) => z.array(resourceSchema(type));
