import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { MARK_FILES } from '#content/facts/marks.ts';

/** The touch icon, and the two sizes that a web manifest asks for, in px. */
const SIZES = [180, 192, 512];

/**
 * Draws each house's mark in the sizes that phones ask for, and the `favicon.ico` that
 * browsers ask for by themselves.
 * @param dir the built site, which holds the made-up marks and receives the pictures
 * @param facts the folder of the owner's facts
 */
export async function writeIcons(dir: string, facts: string): Promise<void> {
  for (const [house, file] of Object.entries(MARK_FILES)) {
    const [own, shown] = [join(facts, file), join(dir, file)];
    if (existsSync(own)) await copyFile(own, shown);
    const mark = await readFile(shown);
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
