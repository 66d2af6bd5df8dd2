import { stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { agency } from '#content/business.ts';
import { frames, launch, open, still } from './capture.ts';
import { film as encodeFilm, picture } from './encode.ts';
import { type Film, films, fps, limits, type Shot, shots, stage } from './films.ts';
import { findFfmpeg } from './tools.ts';
import { webVtt } from './vtt.ts';

const root = join(import.meta.dirname, '../..');
const media = join(root, 'site/assets/media');

async function save(name: string, file: Buffer | string): Promise<void> {
  await writeFile(join(media, name), file);
  await say(name);
}

async function say(name: string): Promise<void> {
  const { size } = await stat(join(media, name));
  console.log(`${relative(root, join(media, name))}  ${(size / 1000).toFixed(1)} ko`);
}

async function makeShot(browser: Browser, { name, page, frame, size }: Shot): Promise<void> {
  const png = await still(browser, `/pages/${page}/index.html`, frame);
  const { avif, jpg } = await picture(png, size, { avif: limits.pairAvif, jpg: limits.pairJpg });
  await save(`${name}.avif`, avif);
  await save(`${name}.jpg`, jpg);
}

async function makeFilm(browser: Browser, ffmpeg: string, brand: string, film: Film): Promise<void> {
  const { name, duration, posterAt, crf, cues } = film;
  const address = `/pages/${name}/index.html?marque=${encodeURIComponent(brand)}`;
  const page = await open(browser, address, { ...stage, scale: 1 });
  for await (const png of frames(page, [posterAt])) {
    const { avif, jpg } = await picture(png, stage, { avif: limits.poster, jpg: limits.poster });
    await save(`${name}-poster.avif`, avif);
    await save(`${name}-poster.jpg`, jpg);
  }
  const times = Array.from({ length: Math.round(duration * fps) }, (_, i) => i / fps);
  await encodeFilm(ffmpeg, join(media, `${name}.mp4`), frames(page, times), { fps, crf });
  await page.close();
  await say(`${name}.mp4`);
  await save(`${name}.vtt`, webVtt(cues));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { marque: { type: 'string', default: agency.brand } },
});
const wanted = ({ name }: { name: string }) => positionals.length === 0 || positionals.includes(name);

try {
  const ffmpeg = findFfmpeg();
  const browser = await launch();
  try {
    for (const shot of shots.filter(wanted)) await makeShot(browser, shot);
    for (const film of films.filter(wanted)) await makeFilm(browser, ffmpeg, values.marque, film);
  } finally {
    await browser.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
