import { withoutEnd } from '#domain/text.ts';

/**
 * An HTTP/1.1 answer, read as browsers read it (Chromium's `HttpStreamParser`, `HttpUtil` and `HttpChunkedDecoder`).
 * Node's parser refuses what every browser shows: names and values that no header may have, a length that is said
 * twice, lines that end in LF, more than 16 KB of headers, a body that ends too early. Whoever visits a stranger's site
 * to say how it is must not take that for a site that is down.
 */

/** The headers of an answer, by name in lower case; every value stays by itself, its bytes as latin1. */
export class ResponseHeaders {
  readonly #values = new Map<string, string[]>();

  add(name: string, value: string): void {
    const key = name.toLowerCase();
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [value]);
    else values.push(value);
  }

  /** Adds to the value that was added last to `name`, as a folded line does. */
  continue(name: string, more: string): void {
    const values = this.#values.get(name.toLowerCase());
    const last = values?.pop();
    values?.push(`${last ?? ''} ${more}`.trim());
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** All values joined by commas (RFC 9110, section 5.3); undefined where the header is not there. */
  get(name: string): string | undefined {
    return this.#values.get(name)?.join(', ');
  }

  entries(): IterableIterator<[string, readonly string[]]> {
    return this.#values.entries();
  }
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

export interface ResponseEvents {
  readonly head: (head: ResponseHead) => void;
  /** One piece of the body, without the framing of chunks. */
  readonly body: (piece: Buffer) => void;
  /** The answer is over: as it said itself, or before. Nothing is told after it. */
  readonly end: (complete: boolean) => void;
}

/** What came is no answer of HTTP. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Of one answer, as Chromium has it. */
const MOST_HEAD = 262_144;
/** Headers that are kept of one answer; a site has fifty. */
const MOST_HEADERS = 2_000;
/** Answers before the answer (1xx). A site has one or two. */
const MOST_INTERIM = 10;
/** Of a chunk's size and what stands beside it. */
const LONGEST_CHUNK_LINE = 16_384;

const STATUS_LINE = /^\s*(?:HTTP|ICY)\S*[ \t]+(\d{1,3})/i;
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const LF = 10;

export interface ResponseReader {
  /** Throws `NoResponse`. */
  readonly push: (chunk: Buffer) => void;
  /** The connection ended. Throws `NoResponse` where no answer has come. */
  readonly close: () => void;
}

/** @param bodiless whether the request was one whose answer has no body (HEAD) */
export function responseReader(events: ResponseEvents, bodiless = false): ResponseReader {
  const head = new GrowingBuffer(MOST_HEAD);
  let interim = 0;
  let body: Framing | undefined;
  let over = false;

  function end(complete: boolean): void {
    over = true;
    events.end(complete);
  }

  function begin(text: string, rest: Buffer): void {
    const { status, headers } = readHead(text);
    if (status >= 100 && status < 200 && status !== 101) {
      interim += 1;
      if (interim > MOST_INTERIM) throw new NoResponse('Too many answers before the answer');
      pushHead(rest);
      return;
    }
    if (status === 101 && headers.get('upgrade') !== undefined)
      throw new NoResponse('Another protocol follows');
    const hasNoBody = bodiless || [101, 204, 205, 304].includes(status);
    const framing = hasNoBody ? ofLength(0) : framingOf(headers, /^\s*HTTP\/1\.0/i.test(text));
    body = framing;
    events.head({ status, headers });
    pushBody(framing, rest);
  }

  function pushHead(chunk: Buffer): void {
    const from = Math.max(0, head.length - 3);
    const kept = head.append(chunk);
    const bytes = head.bytes();
    const ended = endOfHead(bytes, from);
    if (ended !== undefined) {
      // Latin1: a byte is a character, so that nothing is lost of what is in no encoding.
      const text = bytes.toString('latin1', 0, ended);
      const rest = Buffer.concat([bytes.subarray(ended), chunk.subarray(kept)]);
      head.clear();
      begin(text, rest);
    } else if (kept < chunk.length) {
      throw new NoResponse('The headers have no end');
    } else if (head.length > 64 && !/^\s*(HTTP|ICY)/i.test(bytes.toString('latin1', 0, 64))) {
      throw new NoResponse('No HTTP');
    }
  }

  function pushBody(framing: Framing, chunk: Buffer): void {
    const state = framing.push(chunk, events.body);
    if (state !== 'more' && !over) end(state === 'complete');
  }

  return {
    push(chunk) {
      if (over) return;
      if (body === undefined) pushHead(chunk);
      else pushBody(body, chunk);
    },
    close() {
      if (over) return;
      // Headers that break off are all that there is, as for browsers.
      if (body === undefined && head.length > 0) begin(head.bytes().toString('latin1'), Buffer.alloc(0));
      if (body === undefined) throw new NoResponse('The connection ended without an answer');
      if (!over) end(body.endsWithConnection);
    },
  };
}

/** Bytes that come in pieces: a list of pieces of one byte would take a hundred times their size. */
export class GrowingBuffer {
  readonly #most: number;
  #room = Buffer.allocUnsafe(4_096);
  length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Appends what there is room for; returns how much that was. */
  append(piece: Buffer): number {
    const kept = Math.min(piece.length, this.#most - this.length);
    if (this.length + kept > this.#room.length) {
      const larger = Buffer.allocUnsafe(
        Math.min(this.#most, Math.max(2 * this.#room.length, this.length + kept)),
      );
      this.#room.copy(larger, 0, 0, this.length);
      this.#room = larger;
    }
    piece.copy(this.#room, this.length, 0, kept);
    this.length += kept;
    return kept;
  }

  /** Valid until the next piece is appended. */
  bytes(): Buffer {
    return this.#room.subarray(0, this.length);
  }

  clear(): void {
    this.#room = Buffer.allocUnsafe(4_096);
    this.length = 0;
  }
}

/** Where the empty line behind the headers ends; undefined while it has not come. */
function endOfHead(bytes: Buffer, from: number): number | undefined {
  // Empty lines before the status line are none of its end.
  let start = 0;
  while (start < bytes.length && start < 16 && (bytes[start] ?? 0) <= 32) start += 1;
  for (let at = bytes.indexOf(LF, Math.max(start, from)); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === LF) return at + 3;
  }
  return undefined;
}

function readHead(text: string): ResponseHead {
  const [first = '', ...lines] = text.trimStart().split('\n');
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) throw new NoResponse('No HTTP');
  const headers = new ResponseHeaders();
  let count = 0;
  let last: string | undefined;
  for (const line of lines) {
    const folded = /^[ \t]/.test(line);
    // No program means NUL, and nothing that is kept may have one.
    const said = withoutEnd(line.replaceAll('\0', '').replace(/^[ \t]+/, ''), /[ \t\r]/);
    if (folded) {
      if (last !== undefined && said !== '') headers.continue(last, said);
      continue;
    }
    const colon = said.indexOf(':');
    const name = said.slice(0, Math.max(0, colon)).trim();
    last = TOKEN.test(name) ? name : undefined;
    if (last === undefined) continue;
    count += 1;
    if (count > MOST_HEADERS) break;
    headers.add(last, said.slice(colon + 1).trim());
  }
  return { status: Number(status), headers };
}

interface Framing {
  /** Whether the end of the connection is the end of the body. */
  readonly endsWithConnection: boolean;
  /** Tells of what a chunk has of the body, and whether that was the last of it. */
  readonly push: (chunk: Buffer, tell: (piece: Buffer) => void) => 'more' | 'complete' | 'broken';
}

/**
 * @param isOld whether it is an answer of HTTP/1.0, which knows no chunks: browsers then take the body as it is
 * Throws `NoResponse` for two lengths, since nobody can know which of them is meant: browsers show nothing then.
 */
function framingOf(headers: ResponseHeaders, isOld: boolean): Framing {
  const isChunked = headers
    .all('transfer-encoding')
    .some((value) => value.split(',').some((coding) => coding.trim().toLowerCase() === 'chunked'));
  if (isChunked && !isOld) return chunked();
  const said = headers.all('content-length').flatMap((value) => value.split(','));
  const lengths = new Set(
    said
      .map((value) => value.trim())
      .filter((value) => /^\d+$/.test(value))
      .map(Number),
  );
  if (lengths.size > 1) throw new NoResponse('Two lengths');
  const [length] = lengths;
  return length === undefined ? untilClosed : ofLength(length);
}

const untilClosed: Framing = {
  endsWithConnection: true,
  push(chunk, tell) {
    if (chunk.length > 0) tell(chunk);
    return 'more';
  },
};

function ofLength(length: number): Framing {
  let left = length;
  return {
    endsWithConnection: false,
    push(chunk, tell) {
      const piece = chunk.subarray(0, left);
      left -= piece.length;
      if (piece.length > 0) tell(piece);
      return left === 0 ? 'complete' : 'more';
    },
  };
}

function chunked(): Framing {
  let line = '';
  /** Of the chunk that is being read; undefined while its size is. */
  let left: number | undefined;
  let behindChunk = false;
  let isBare = false;
  let isFirst = true;
  return {
    get endsWithConnection() {
      return isBare;
    },
    push(chunk, tell) {
      if (isBare) return untilClosed.push(chunk, tell);
      for (let at = 0; at < chunk.length; ) {
        if (left !== undefined) {
          const piece = chunk.subarray(at, at + left);
          at += piece.length;
          left -= piece.length;
          tell(piece);
          if (left > 0) return 'more';
          left = undefined;
          behindChunk = true;
          continue;
        }
        const lf = chunk.indexOf(LF, at);
        line += chunk.toString('latin1', at, lf === -1 ? chunk.length : lf);
        if (line.length > LONGEST_CHUNK_LINE) return 'broken';
        // A proxy has taken the chunks away and left the header that announces them.
        isBare = isFirst && /^\s*<[!a-z]/i.test(line);
        if (isBare) {
          const rest = lf === -1 ? Buffer.alloc(0) : chunk.subarray(lf);
          return untilClosed.push(Buffer.concat([Buffer.from(line, 'latin1'), rest]), tell);
        }
        if (lf === -1) return 'more';
        at = lf + 1;
        isFirst = false;
        const size = line.split(';', 1)[0]?.trim() ?? '';
        line = '';
        if (behindChunk && size === '') {
          behindChunk = false;
          continue;
        }
        if (behindChunk || !/^[\da-f]{1,12}$/i.test(size)) return 'broken';
        left = Number.parseInt(size, 16);
        if (left === 0) return 'complete';
      }
      return 'more';
    },
  };
}
