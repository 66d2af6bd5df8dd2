import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Text; pictures, films and fonts are compressed already. */
const COMPRESSIBLE = new Set(
  'html css js mjs svg json txt xml webmanifest vtt'.split(' ').map((e) => `.${e}`),
);

/**
 * Writes a Brotli twin (`.br`) beside every text file of a built site, at the strongest quality.
 * A twin that would not be smaller is not written.
 * @returns the number of twins written
 */
export async function precompress(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const written = await Promise.all(files.map(writeTwin));
  return written.filter(Boolean).length;
}

async function writeTwin(file: string): Promise<boolean> {
  const bytes = await readFile(file);
  const twin = await compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  if (twin.length >= bytes.length) return false;
  await writeFile(`${file}.br`, twin);
  return true;
}
