import type { Socket } from 'node:net';
import { PROBLEM_TYPE, problem } from './problem.ts';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const REASON: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers bytes that Node could not parse as a request, for which no request object exists, and closes the connection. */
export function closeMalformed(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
    const body = JSON.stringify(problem(status, 'La requête n’a pas pu être lue.'));
    const lines = Object.entries({
      ...headers,
      'content-type': PROBLEM_TYPE,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 ${status} ${REASON[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  };
}
