import type { Duplex } from 'node:stream';
import { AppError, type ProblemCode, problemMediaType, renderProblem } from '@gateway/problems';

const codes: Readonly<Record<string, ProblemCode>> = { HPE_HEADER_OVERFLOW: 'header_too_large' };

/** Answers bytes that are no HTTP request, or whose header is too large, and closes the connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const problem = renderProblem(new AppError(codes[error.code ?? ''] ?? 'request_malformed'), 'en', 'none');
  const body = JSON.stringify(problem);
  const head = `HTTP/1.1 ${problem.status} Refused\r\nContent-Type: ${problemMediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body);
}
