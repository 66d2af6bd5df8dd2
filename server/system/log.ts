import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { PERSONAL_NAMES } from '../fields/lead-fields.ts';
import { LossyOutput, neverWaits } from './lossy-output.ts';

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
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: REDACTED,
      serializers: { req: () => undefined, res: () => undefined, err: describeError },
    },
    stream,
  );
  if (stream instanceof LossyOutput) stream.onResumed = (lost) => log.warn({ lost }, LINES_LOST);
  return log;
}

const LINES_LOST =
  'Le journal n’était plus lu, ou son disque était plein : des lignes (lost) n’y sont pas. Rien d’autre n’a été perdu. ' +
  'Si cela revient, regardez ce qui lit la sortie d’erreur du programme.';

let output: LossyOutput | undefined;

/** The error output of this process: one for all logs. A kill -9 can take the lines of the last turn. */
function errorOutput(): LossyOutput {
  if (output !== undefined) return output;
  neverWaits(process.stdout);
  neverWaits(process.stderr);
  output = new LossyOutput(2);
  process.once('exit', output.end);
  return output;
}

/** How many lines the error output has not taken since this process began. */
export const droppedLines = (): number => output?.dropped ?? 0;

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
