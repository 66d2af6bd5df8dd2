// npm run films [-- apres film-vente] [--marque Nom]: makes the films and the before/after pair of site/assets/media out of
// the pages beside this file. The captions (.vtt) are written by hand. The business in the pages is made up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { agency } from '#content/business.ts';
import { launchChromium } from '#scripts/browsers/launch.ts';
import { type Film, films, fps, limits, type Shot, shots, stage } from './films.ts';

const media = join(import.meta.dirname, '../../site/assets/media');

/** What would make two captures differ is off; pages may read the files beside them. */
const STEADY = [
  '--disable-gpu',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--allow-file-access-from-files',
];
/** Tried from the best down, until a picture fits its budget. */
const QUALITIES = [78, 74, 70, 66, 62, 58, 54, 50, 46, 42, 38, 34, 30];

/** Opens a page of this folder, its fonts loaded; a file that is missing or a script that fails rejects. */
async function open(browser: Browser, name: string, frame: Shot['frame'], brand = ''): Promise<Page> {
  const { width, height, scale } = frame;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('requestfailed', (request) => faults.push(`absent : ${request.url()}`));
  const file = pathToFileURL(join(import.meta.dirname, 'pages', name, 'index.html'));
  await page.goto(`${file}?marque=${encodeURIComponent(brand)}`);
  await page.evaluate('document.fonts.ready.then(() => window.ready)');
  if (faults.length > 0) throw new Error(`La page ${name} a échoué : ${faults.join(' ; ')}`);
  return page;
}

/** One PNG for each instant (in seconds). The page's `seek(t)` puts all of it where it stands at t: no clock runs. */
async function* frames(page: Page, instants: Iterable<number>): AsyncGenerator<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  for (const instant of instants) {
    await page.evaluate(`window.seek(${instant})`);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    yield Buffer.from(data, 'base64');
  }
}

/** Writes a picture as AVIF and JPEG, each the best that fits its budget in bytes. */
async function savePicture(
  name: string,
  png: Buffer,
  size: Shot['size'],
  budget: { avif: number; jpg: number },
): Promise<void> {
  const pixels = await sharp(png).removeAlpha().resize(size).png().toBuffer();
  const encode = {
    avif: (quality: number) => sharp(pixels).avif({ quality, effort: 7, chromaSubsampling: '4:4:4' }),
    jpg: (quality: number) => sharp(pixels).jpeg({ quality, mozjpeg: true }),
  };
  for (const type of ['avif', 'jpg'] as const) {
    let file: Buffer | undefined;
    for (const quality of QUALITIES) {
      file = await encode[type](quality).toBuffer();
      if (file.length <= budget[type]) break;
    }
    if (!file || file.length > budget[type])
      throw new Error(`${name}.${type} ne tient pas dans ${budget[type]} octets : simplifiez l’image.`);
    await writeFile(join(media, `${name}.${type}`), file);
    tell(`${name}.${type}`, file.length);
  }
}

/** Encodes PNG frames as a silent H.264 film whose index comes first, so that it plays while it loads. */
async function saveFilm(name: string, crf: number, pictures: AsyncIterable<Buffer>): Promise<void> {
  const output = join(media, `${name}.mp4`);
  // Put in its place when it is whole: an interrupted run leaves the committed film as it was.
  const part = `${output}.part`;
  // Converted and tagged as BT.709, or players guess and the red drifts; level 4.0 with four reference frames is what
  // the decoders of old phones accept.
  const args =
    `-y -loglevel error -f image2pipe -framerate ${fps} -c:v png -i - ` +
    '-vf scale=out_color_matrix=bt709:out_range=tv:flags=lanczos+accurate_rnd+full_chroma_int+full_chroma_inp,format=yuv420p ' +
    `-c:v libx264 -preset veryslow -tune animation -crf ${crf} -profile:v high -level:v 4.0 -refs 4 -g ${fps * 4} ` +
    '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -movflags +faststart -bitexact -f mp4';
  const encoder = spawn('ffmpeg', [...args.split(' '), part], { stdio: ['pipe', 'ignore', 'inherit'] });
  try {
    const [[status]] = await Promise.all([
      once(encoder, 'close'),
      pipeline(Readable.from(pictures), encoder.stdin),
    ]);
    if (status !== 0) throw new Error(`ffmpeg s’est arrêté avec le code ${status}`);
    await rename(part, output);
  } catch (error) {
    await rm(part, { force: true });
    throw new Error(
      `Le film ${output} n’a pas pu être refait ; s’il existait, il reste intact. Il faut ffmpeg (paquet « ffmpeg »). ` +
        'Corrigez la cause, puis relancez « npm run films ».',
      { cause: error },
    );
  }
  tell(`${name}.mp4`, (await stat(output)).size);
}

async function makeShot(browser: Browser, { name, page: from, frame, size }: Shot): Promise<void> {
  const page = await open(browser, from, frame);
  await savePicture(name, await page.screenshot(), size, { avif: limits.pairAvif, jpg: limits.pairJpg });
  await page.close();
}

async function makeFilm(
  browser: Browser,
  { name, duration, posterAt, crf }: Film,
  brand: string,
): Promise<void> {
  const page = await open(browser, name, { ...stage, scale: 1 }, brand);
  for await (const png of frames(page, [posterAt]))
    await savePicture(`${name}-poster`, png, stage, { avif: limits.poster, jpg: limits.poster });
  await saveFilm(
    name,
    crf,
    frames(
      page,
      Array.from({ length: Math.round(duration * fps) }, (_, i) => i / fps),
    ),
  );
  await page.close();
}

function tell(name: string, bytes: number): void {
  console.log(`${name}  ${(bytes / 1000).toFixed(1)} ko`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { marque: { type: 'string', default: agency.brand } },
});
const wanted = ({ name }: { name: string }) => positionals.length === 0 || positionals.includes(name);
const browser = await launchChromium(STEADY);
try {
  for (const shot of shots.filter(wanted)) await makeShot(browser, shot);
  for (const film of films.filter(wanted)) await makeFilm(browser, film, values.marque);
} finally {
  await browser.close();
}
