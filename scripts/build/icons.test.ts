import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeIcons } from './icons.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'icons-'));
  await cp(join(import.meta.dirname, '../../site/public'), dir, { recursive: true });
  await writeIcons(dir, join(dir, 'nothing'));
});
afterAll(() => rm(dir, { recursive: true }));

it.each(['agency', 'caterer'])('the mark of %s is drawn in every linked size', async (house) => {
  for (const size of [180, 192, 512]) {
    const picture = await sharp(join(dir, `icon-${house}-${size}.png`)).metadata();
    expect(picture).toMatchObject({ format: 'png', width: size, height: size, hasAlpha: false });
  }
});

it('favicon.ico holds a picture of 32 px', async () => {
  const bytes = await readFile(join(dir, 'favicon.ico'));
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const start = bytes.readUInt32LE(18);
  expect(bytes.readUInt32LE(14)).toBe(bytes.length - start);
  expect(await sharp(bytes.subarray(start)).metadata()).toMatchObject({ format: 'png', width: 32 });
});

it('the owner’s mark replaces the made-up one', async () => {
  const facts = await mkdtemp(join(tmpdir(), 'facts-'));
  await writeFile(
    join(facts, 'icon-caterer.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#0a0"/></svg>',
  );
  await writeIcons(dir, facts);
  const { channels } = await sharp(join(dir, 'icon-caterer-180.png')).stats();
  expect(channels.slice(0, 3).map(({ mean }) => mean)).toEqual([0, 170, 0]);
  await rm(facts, { recursive: true });
});
