import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface Body {
  /** Decoded, at most `LARGEST` bytes of it. */
  readonly bytes: Buffer;
  readonly wireBytes: number;
  /** The server would have sent more than is read. */
  readonly cut: boolean;
  readonly compression: string;
}

/** What a page may have, decoded, and over the wire. */
const LARGEST = 3_000_000;
/** Pieces in which a body may come: a page of the largest size, in pieces of a hundred bytes. */
const MOST_PIECES = 30_000;
const FIRST_ROOM = 65_536;

/** A map, since the site names the key: an object would also answer to `constructor`. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Reads the body of a response and decompresses it. Reading stops at the limit, which counts the bytes before and after
 * decompression: neither an endless body nor a small one that unpacks to gigabytes takes more memory than that.
 */
export async function readBody(response: IncomingMessage): Promise<Body> {
  const compression = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const decoder = DECODERS.get(compression)?.();
  const source: Readable = decoder ? response.pipe(decoder) : response;
  return new Promise((resolve, reject) => {
    // One buffer that grows: a list of pieces of one byte would take a hundred times their size.
    let room = Buffer.allocUnsafe(FIRST_ROOM);
    let [size, pieces, wireBytes, done] = [0, 0, 0, false];
    const finish = (cut: boolean) => {
      if (done) return;
      done = true;
      resolve({ bytes: Buffer.from(room.subarray(0, size)), wireBytes, cut, compression });
      response.destroy();
      decoder?.destroy();
    };
    response.on('data', (piece: Buffer) => {
      wireBytes += piece.length;
      pieces += 1;
      if (wireBytes > LARGEST || pieces > MOST_PIECES) finish(true);
    });
    source.on('data', (piece: Buffer) => {
      if (done) return;
      const kept = piece.subarray(0, LARGEST - size);
      if (size + kept.length > room.length) {
        const larger = Buffer.allocUnsafe(Math.min(LARGEST, Math.max(2 * room.length, size + kept.length)));
        room.copy(larger, 0, 0, size);
        room = larger;
      }
      size += kept.copy(room, size);
      if (kept.length < piece.length) finish(true);
    });
    source.on('end', () => finish(false));
    source.on('error', (error) => (size > 0 ? finish(true) : reject(error)));
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('aborted')));
  });
}
