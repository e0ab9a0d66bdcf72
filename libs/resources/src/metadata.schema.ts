import { z } from 'zod';

/** Partner-defined keys and values; an object, although declared an array of strings. */
export const metadataAnswer = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullable();
