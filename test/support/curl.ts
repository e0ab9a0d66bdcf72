/** What a `curl` line of the demo data asks for. */
export interface CurlRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: string | undefined;
}

const words = /'([^']*)'|(\S+)/g;

/** Reads a line of `curl` with `-H`, `-d` and an address, quoted as a shell reads it. */
export function parseCurl(line: string): CurlRequest {
  const [program, ...rest] = [...line.trim().matchAll(words)].map(([, quoted, plain]) => quoted ?? plain!);
  if (program !== 'curl') throw new Error(`not a curl line: ${line}`);
  const headers: Record<string, string> = {};
  let url = '';
  let data: string | undefined;
  for (let at = 0; at < rest.length; at += 1) {
    if (rest[at] === '-H') {
      const [name = '', value = ''] = rest[(at += 1)]!.split(': ');
      headers[name] = value;
    } else if (rest[at] === '-d') data = rest[(at += 1)];
    else url = rest[at]!;
  }
  return { url, headers, data };
}
