/**
 * The fields of one CSV record (RFC 4180, section 2): separated by commas, quoted when they hold a comma or a quote, with
 * quotes doubled inside. Undefined when a quote stands where none may.
 */
export function parseCsvRecord(record: string): readonly string[] | undefined {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  for (;;) {
    const match = field.exec(record);
    if (match === null) return undefined;
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') return fields;
  }
}
