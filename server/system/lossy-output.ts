import { writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

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
export function neverWaits(output: Writable & { _handle?: { setBlocking?(blocking: boolean): void } }): void {
  output._handle?.setBlocking?.(false);
  output.on('error', () => {});
}
