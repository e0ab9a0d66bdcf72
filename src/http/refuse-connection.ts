import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Identifiers } from '@gateway/kernel';
import { AppError, type ProblemCode, problemMediaType, renderProblem } from '@gateway/problems';

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timed_out',
};

const identifiers = new Identifiers();

/** Whether an earlier request on the connection is being answered: another answer must not get between its bytes. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as Duplex & { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;

/** Answers bytes that are no HTTP request, whose header is too large or that do not arrive, and closes the connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  if (isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const requestId = identifiers.next();
  const problem = renderProblem(new AppError(codes[error.code ?? ''] ?? 'request_malformed'), 'en', requestId);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `X-Request-Id: ${requestId}`,
    'Content-Language: en',
    'Vary: Accept, Accept-Language',
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
