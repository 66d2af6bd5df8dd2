import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, destination, pino } from 'pino';
import { PERSONAL_NAMES } from '../fields/lead-fields.ts';

export type Log = FastifyBaseLogger;

/** Keys whose value never reaches a log, at the top of a line or one level down. */
const PERSONAL = [...PERSONAL_NAMES, 'lead', 'fields', 'body', 'query', 'headers'];
const SECRET = ['token', 'authorization', 'password'];
const REDACTED = [...new Set([...PERSONAL, ...SECRET])].flatMap((key) => [key, `*.${key}`]);

/**
 * The program's log: JSON lines on the error output, so that the standard output stays one line with the address.
 * No name, e-mail, query string, token or address of a visitor: neither requests nor messages of unforeseen errors
 * (which quote what they choked on) are written.
 */
export function createLog(stream: DestinationStream = errorOutput()): Log {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: REDACTED,
      serializers: { req: () => undefined, res: () => undefined, err: describeError },
    },
    stream,
  );
}

/**
 * The error output, written once for each turn of the event loop however many answers it gave: under load that is
 * one system call for dozens of lines. A line waits for nothing but the end of its turn, and none is left behind
 * when the process ends by itself, an unforeseen error included; a kill -9 can take the lines of that last turn.
 */
function errorOutput(): DestinationStream {
  const output = destination({ fd: 2, sync: true });
  let lines = '';
  const flush = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** What an error is and where it happened; its message only when it comes from SQLite or the operating system. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const impersonal = code === 'ERR_SQLITE_ERROR' || 'syscall' in error;
  return {
    type: error.constructor.name,
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errcode }),
    ...(impersonal && { message: error.message }),
    frames: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
