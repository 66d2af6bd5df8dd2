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
    const chunks: Buffer[] = [];
    let [size, wireBytes, done] = [0, 0, false];
    const finish = (cut: boolean) => {
      if (done) return;
      done = true;
      resolve({ bytes: Buffer.concat(chunks).subarray(0, LARGEST), wireBytes, cut, compression });
      response.destroy();
      decoder?.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      wireBytes += chunk.length;
      if (wireBytes > LARGEST) finish(true);
    });
    source.on('data', (chunk: Buffer) => {
      if (done) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > LARGEST) finish(true);
    });
    source.on('end', () => finish(false));
    source.on('error', (error) => (chunks.length > 0 ? finish(true) : reject(error)));
    response.on('error', reject);
    response.on('aborted', () => reject(new Error('aborted')));
  });
}
