import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { PERSONAL_NAMES } from '../fields/lead-fields.ts';

/** As much waits for its reader; a line about an answer has some hundred bytes. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** How soon a full pipe is tried again. */
const RETRY_MS = 50;
/** How long the end of the process waits for a reader that is behind. */
const LAST_MS = 250;

const EMPTY = Buffer.alloc(0);
const NEWLINE = 0x0a;

/**
 * Lines to one of the process's own outputs, which never wait for whoever reads them, and whose failure ends nothing:
 * not a pipe that nobody empties any more, not a full disk. Beyond what may wait, lines are dropped and counted.
 * Pino's own destination waits in either of its modes: with `sync` in the call, else at the end of the process. It
 * writes once for each turn of the event loop: under load that is one system call for dozens of lines.
 */
export class LossyOutput {
  /** What has been begun to be written. */
  #rest: Buffer = EMPTY;
  #lines = '';
  #isDue = false;
  #dropped = 0;
  #inARow = 0;
  readonly #fd: number;
  readonly #most: number;
  readonly #write: typeof writeSync;

  /** Called once lines are taken again, with how many were lost in a row. */
  onResumed: (lost: number) => void = () => {};

  /** @param fd in non-blocking mode where it can be (`neverWaits`) */
  constructor(fd: number, mostWaiting = MOST_WAITING_BYTES, write = writeSync) {
    this.#fd = fd;
    this.#most = mostWaiting;
    this.#write = write;
  }

  /** How many lines were not written since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  readonly write = (line: string): void => {
    if (this.#rest.length + this.#lines.length + line.length > this.#most) {
      this.#lose(1);
      return;
    }
    this.#lines += line;
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(this.#flush);
  };

  /** Writes what waits before the process ends; what is not read even then is lost. */
  readonly end = (): void => {
    const until = performance.now() + LAST_MS;
    const idle = new Int32Array(new SharedArrayBuffer(4));
    while (!this.#writeAll() && performance.now() < until) Atomics.wait(idle, 0, 0, 5);
  };

  readonly #flush = (): void => {
    this.#isDue = !this.#writeAll();
    if (this.#isDue) setTimeout(this.#flush, RETRY_MS).unref();
  };

  /** @returns false: the reader is behind */
  #writeAll(): boolean {
    try {
      while (this.#rest.length > 0 || this.#lines !== '') {
        if (this.#rest.length === 0) {
          this.#rest = Buffer.from(this.#lines);
          this.#lines = '';
        }
        this.#rest = this.#rest.subarray(this.#write(this.#fd, this.#rest));
        if (this.#rest.length === 0) this.#resume();
      }
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
      this.#lose([...this.#rest].filter((byte) => byte === NEWLINE).length);
      this.#rest = EMPTY;
      return true;
    }
  }

  #lose(lines: number): void {
    this.#dropped += lines;
    this.#inARow += lines;
  }

  #resume(): void {
    const lost = this.#inARow;
    this.#inARow = 0;
    if (lost > 0) this.onResumed(lost);
  }
}

/**
 * Keeps one of the process's own outputs from stopping it or ending it. Node puts pipes and sockets into non-blocking
 * mode when it opens them, terminals only when asked; so a report of Node's own about a crash does not wait either.
 */
function neverWaits(output: Writable & { _handle?: { setBlocking?(blocking: boolean): void } }): void {
  output._handle?.setBlocking?.(false);
  output.on('error', () => {});
}

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
