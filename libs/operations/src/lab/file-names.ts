import { text } from '@gateway/kernel';

/** type/subtype of RFC 6838, without parameters. */
export const mediaTypePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** A file's name without control characters and path separators, so that no client writes it somewhere else. */
// eslint-disable-next-line no-control-regex -- these are the characters that it keeps out
export const fileNamePattern = /^[^\u0000-\u001f\u007f/\\]+$/;

export const safeFileName = () => text({ max: 255, pattern: fileNamePattern, example: 'report.pdf' });
