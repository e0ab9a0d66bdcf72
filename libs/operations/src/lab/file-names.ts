import { text } from '@gateway/kernel';

/** type/subtype of RFC 6838, without parameters. */
export const mediaTypePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/**
 * A file's name without control characters and path separators, so that no client writes it somewhere else, and without the marks
 * that turn the direction of text (Bidi_Control of Unicode, spelled out for validators that do not know the name), so that nobody
 * reads another file extension than there is.
 */
// eslint-disable-next-line no-control-regex -- these are the characters that it keeps out
export const fileNamePattern = /^[^\u0000-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]+$/;

export const safeFileName = () => text({ max: 255, pattern: fileNamePattern, example: 'report.pdf' });
