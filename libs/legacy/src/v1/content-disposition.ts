/**
 * `Content-Disposition: attachment` with a file name in any script (RFC 6266, RFC 8187): an ASCII form for old clients, and
 * the exact name percent-encoded. Path separators and control characters do not survive in the ASCII form.
 */
export function attachmentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
