import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, siteNames } from '#content/seo.ts';
import { writePictures } from './og-pictures.ts';

const modules = join(import.meta.dirname, '../../node_modules');
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(dir, { recursive: true }));

it.each<[House, string]>([
  ['agency', 'Un titre aussi long que le permet la place d’un résultat, en\u202ftout\u202f!'],
  ['caterer', 'Un titre aussi long que le permet la place d’un résultat, en\u202ftout\u202f!'],
  ['both', 'Deux maisons, un même soin'],
])('draws a picture for %s that every network takes', async (house, title) => {
  const head = {
    address: '',
    title,
    siteName: siteNames[house],
    picture: `og/${house}.png`,
    indexable: true,
  };
  await writePictures([head], dir, modules, join(dir, 'cache'));
  const bytes = await readFile(join(dir, head.picture));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(80 * 1024);
  // The margin below stays free: the last line of a long title does not leave the picture.
  const below = await sharp(bytes).extract({ left: 64, top: 612, width: 500, height: 18 }).png().toBuffer();
  expect((await sharp(below).stats()).channels[0]?.stdev).toBeLessThan(8);
});
