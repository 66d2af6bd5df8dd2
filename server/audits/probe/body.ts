import type { Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  constants as zlib,
} from 'node:zlib';
import { GrowingBuffer, type ResponseHeaders } from '../../outgoing/tolerant-response.ts';

export interface Body {
  /** Decoded, at most `LARGEST_BODY` bytes of it. */
  readonly bytes: Buffer;
  readonly wireBytes: number;
  /** The server would have sent more than is read. */
  readonly cut: boolean;
  /** What was taken off, which may be less than what the answer says. */
  readonly compression: string;
}

/** What a page may have, decoded, and over the wire. */
export const LARGEST_BODY = 3_000_000;
/** Compressions on top of each other; more than one is a fault of a site that browsers show all the same. */
const MOST_LAYERS = 4;
/** Small enough that a fault in one piece costs little of what stands before it. */
const PIECE = 4_096;

/**
 * Takes the compressions off that an answer names, the last one first. As browsers do it, what stands behind a
 * compressed text is left out, and a text that breaks off counts as far as it came. Decompressing stops at the limit,
 * so a small body that unpacks to gigabytes takes no more memory than that.
 * @param wire the body as it came, at most `LARGEST_BODY` bytes of it
 * Rejects where there is a body and nothing of it can be read.
 */
export async function decodeBody(
  wire: Buffer,
  headers: ResponseHeaders,
): Promise<Pick<Body, 'bytes' | 'cut' | 'compression'>> {
  const said = (headers.get('content-encoding') ?? '').toLowerCase();
  const layers = said.split(',').map((layer) => layer.trim());
  let bytes = wire;
  let compression = '';
  for (const layer of layers.slice(0, MOST_LAYERS).reverse()) {
    const opened = openLayer(layer, bytes);
    if (opened === undefined) continue;
    const decoded = await run(opened.decoder, opened.packed);
    compression = compression === '' ? layer : `${layer}, ${compression}`;
    if (decoded.cut) return { ...decoded, compression };
    bytes = decoded.bytes;
  }
  return { bytes, cut: false, compression };
}

/** What reads a layer, and what it has to read; undefined where the bytes are none of it, or its name is not known. */
function openLayer(
  name: string,
  bytes: Buffer,
): { readonly decoder: Transform; readonly packed: Buffer } | undefined {
  // Flushing at the end gives what has come, where a stream would wait for the rest.
  const soFar = { finishFlush: zlib.Z_SYNC_FLUSH };
  switch (name) {
    case 'gzip':
    case 'x-gzip': {
      const start = gzipHeader(bytes);
      if (start === undefined) return undefined;
      // Without header and trailer, so that neither a trailer that is missing nor what stands behind it matters.
      return { decoder: createInflateRaw(soFar), packed: bytes.subarray(start) };
    }
    case 'deflate': {
      const [first = 0, second = 0] = bytes;
      const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
      return { decoder: isZlib ? createInflate(soFar) : createInflateRaw(soFar), packed: bytes };
    }
    case 'br':
      return { decoder: createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH }), packed: bytes };
    case 'zstd':
      return { decoder: createZstdDecompress({ finishFlush: zlib.ZSTD_e_flush }), packed: bytes };
    default:
      return undefined;
  }
}

/** Where the compressed text begins (RFC 1952, section 2.3); undefined where no gzip does. */
function gzipHeader(bytes: Buffer): number | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    at = end === -1 ? bytes.length : end + 1;
  }
  return at + (flags & 2 ? 2 : 0);
}

function run(decoder: Transform, packed: Buffer): Promise<{ readonly bytes: Buffer; readonly cut: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ bytes: Buffer; cut: boolean }>();
  const room = new GrowingBuffer(LARGEST_BODY);
  const finish = (cut: boolean) => {
    resolve({ bytes: Buffer.from(room.bytes()), cut });
    decoder.destroy();
  };
  decoder.on('data', (piece: Buffer) => {
    if (room.append(piece) < piece.length) finish(true);
  });
  decoder.on('end', () => finish(false));
  decoder.on('error', (error) => (room.length > 0 || packed.length === 0 ? finish(false) : reject(error)));
  feed(decoder, packed);
  return promise;
}

function feed(decoder: Transform, packed: Buffer): void {
  let at = 0;
  const more = () => {
    while (at < packed.length && !decoder.destroyed && !decoder.writableEnded) {
      const piece = packed.subarray(at, at + PIECE);
      at += piece.length;
      if (!decoder.write(piece)) return void decoder.once('drain', more);
    }
    if (!decoder.destroyed) decoder.end();
  };
  more();
}
