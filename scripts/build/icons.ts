import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** The touch icon, and the two sizes that a web manifest asks for, in px. */
const SIZES = [180, 192, 512];

/**
 * Draws each house's mark (`icon-<house>.svg`) in the sizes that phones ask for, and the `favicon.ico` that
 * browsers ask for by themselves.
 * @param dir the built site, which holds the marks and receives the pictures
 */
export async function writeIcons(dir: string): Promise<void> {
  for (const house of ['agency', 'caterer']) {
    const mark = await readFile(join(dir, `icon-${house}.svg`));
    for (const size of SIZES) await writeFile(join(dir, `icon-${house}-${size}.png`), await draw(mark, size));
    if (house === 'agency') await writeFile(join(dir, 'favicon.ico'), ico(await draw(mark, 32), 32));
  }
}

const draw = (svg: Buffer, size: number) =>
  sharp(svg, { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();

/** One PNG in an ICO container. Layout: https://en.wikipedia.org/wiki/ICO_(file_format) */
export function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
