import { z } from 'zod';

/** Schemas of answers: for OpenAPI and for the tests that hold answers against it. */
export const timestamp = () => z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-01-31T09:30:00.000Z'] });
export const identifier = () => z.uuid().meta({ examples: ['0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a'] });
export const iri = (pattern: string) =>
  z
    .string()
    .regex(new RegExp(`^${pattern}`))
    .meta({ format: 'iri-reference', examples: [`${pattern}0199c2a1-7c3e-7a10-8b51-5f0c7f1e2d3a`] });

/** As HTML's email input accepts it, which is more than RFC 5321's format; so only a hint. */
export const emailAddress = () => z.string().meta({ format: 'email' });
