import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

const media = join(import.meta.dirname, '../../site/assets/media');
/** What a file may weigh, in bytes. */
const limits = { film: 1_500_000, poster: 40_000, pairAvif: 60_000, pairJpg: 120_000 };
const stage = { width: 1280, height: 720 };
/** `duration` is in seconds. */
const films = [
  { name: 'film-vente', duration: 25 },
  { name: 'film-etape', duration: 16 },
];
const desktop = { width: 1280, height: 800 };
const phone = { width: 800, height: 1000 };
const pair = [
  { name: 'avant', size: desktop },
  { name: 'apres', size: desktop },
  { name: 'avant-mobile', size: phone },
  { name: 'apres-mobile', size: phone },
];
const size = async (name: string) => (await stat(join(media, name))).size;
const dimensions = async (name: string) => {
  const { width, height } = await sharp(join(media, name)).metadata();
  return { width, height };
};

/** Length in seconds of an MP4 file, from its movie header (`mvhd`, ISO/IEC 14496-12 § 8.2.2). */
function filmLength(file: Buffer): number {
  const header = file.indexOf('mvhd');
  // Or it could not play while it loads.
  expect(header).toBeGreaterThan(0);
  expect(file.indexOf('mdat')).toBeGreaterThan(header);
  expect(file[header + 4]).toBe(0);
  return file.readUInt32BE(header + 20) / file.readUInt32BE(header + 16);
}

/** The cues of a WebVTT file (https://www.w3.org/TR/webvtt1/). */
function parseWebVtt(file: string): { from: number; to: number; text: string }[] {
  const [header, ...blocks] = file.trimEnd().split('\n\n');
  expect(header).toBe('WEBVTT');
  const seconds = (text = '') => text.split(':').reduce((total, part) => total * 60 + Number(part), 0);
  return blocks.map((block) => {
    const cue = /^\d+\n(\d{2}:\d{2}:\d{2}\.\d{3}) --> (\d{2}:\d{2}:\d{2}\.\d{3})\n(.+)$/s.exec(block);
    expect(cue, block).not.toBeNull();
    return { from: seconds(cue?.[1]), to: seconds(cue?.[2]), text: cue?.[3] ?? '' };
  });
}

describe.each(films)('$name', ({ name, duration }) => {
  it('a film keeps to its limit of bytes', async () => {
    expect(await size(`${name}.mp4`)).toBeLessThanOrEqual(limits.film);
  });

  it('a film lasts as long as announced, and plays from its first bytes', async () => {
    expect(filmLength(await readFile(join(media, `${name}.mp4`)))).toBeCloseTo(duration, 1);
  });

  it.each(['avif', 'jpg'])('a film has a light %s poster of its own size', async (type) => {
    expect(await size(`${name}-poster.${type}`)).toBeLessThanOrEqual(limits.poster);
    expect(await dimensions(`${name}-poster.${type}`)).toEqual(stage);
  });

  it('captions follow one another and end within the film', async () => {
    const written = parseWebVtt(await readFile(join(media, `${name}.vtt`), 'utf8'));
    expect(written.length).toBeGreaterThan(3);
    let last = 0;
    for (const { from, to, text } of written) {
      expect(text).not.toMatch(/[^\u202f][?!;:»]|«[^\u202f]/);
      expect(from).toBeGreaterThanOrEqual(last);
      expect(to).toBeGreaterThan(from);
      last = to;
    }
    expect(last).toBeLessThanOrEqual(duration);
  });
});

describe.each(pair)('$name', ({ name, size: expected }) => {
  it('a picture is light and has its declared size', async () => {
    expect(await size(`${name}.avif`)).toBeLessThanOrEqual(limits.pairAvif);
    expect(await size(`${name}.jpg`)).toBeLessThanOrEqual(limits.pairJpg);
    expect(await dimensions(`${name}.avif`)).toEqual(expected);
    expect(await dimensions(`${name}.jpg`)).toEqual(expected);
  });
});

it('no other file lies among the pictures', async () => {
  const pictures = pair.flatMap(({ name }) => [`${name}.avif`, `${name}.jpg`]);
  const parts = ['.mp4', '.vtt', '-poster.avif', '-poster.jpg'];
  const made = films.flatMap(({ name }) => parts.map((part) => name + part));
  expect((await readdir(media)).sort()).toEqual([...pictures, ...made].sort());
});
