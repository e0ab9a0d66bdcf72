import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** An interface for programs: nothing of it may be framed, sniffed or run. The page for people brings its own policy. */
const protect = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'same-site' },
});

function collect(): readonly string[] {
  const headers: string[] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => undefined,
  };
  protect({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

/** The same for every answer, so they are made once: name and value in turn. */
export const securityHeaders = collect();
