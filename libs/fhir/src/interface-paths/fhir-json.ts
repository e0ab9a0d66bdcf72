import { Answer, jsonMediaType, preferredOf } from '@gateway/access';
import { fhirMediaType } from '../standard-door';

/** The media types of the interface's FHIR paths; JSON where the client wants both alike (decisions, section 2). */
export const interfaceMediaTypes: [string, string] = [jsonMediaType, fhirMediaType];

/** An answer in the media type that the client prefers. */
export const fhirJson = (
  accept: string | undefined,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status?: number,
): Answer => new Answer(status, body, { ...headers, 'Content-Type': `${preferredOf(accept, interfaceMediaTypes)}; charset=utf-8` });
