import { randomInt, randomUUID } from 'node:crypto';

/** An id of the same form as another that no record has: digits, or a UUID of version 7. */
export const newId = (id: string): string =>
  /^\d+$/.test(id) ? String(8_000_000 + randomInt(1_000_000)) : `${id.slice(0, 14)}7${randomUUID().slice(15)}`;
