import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Qualities tried from the best down, until the picture fits its budget. */
const qualities = [78, 74, 70, 66, 62, 58, 54, 50, 46, 42, 38, 34, 30];

async function best(budget: number, encode: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  for (const quality of qualities) {
    const file = await encode(quality);
    if (file.length <= budget) return file;
  }
  throw new Error(
    `L’image ne tient pas dans ${budget} octets, même à la plus basse qualité : simplifiez-la.`,
  );
}

/** `png` reduced to `size` and encoded as AVIF and JPEG, each the best that fits `budget` (bytes). */
export async function picture(png: Buffer, size: Size, budget: { avif: number; jpg: number }) {
  const pixels = await sharp(png)
    .removeAlpha()
    .resize({ ...size, kernel: 'lanczos3' })
    .png()
    .toBuffer();
  return {
    avif: await best(budget.avif, (quality) =>
      sharp(pixels).avif({ quality, effort: 7, chromaSubsampling: '4:4:4' }).toBuffer(),
    ),
    jpg: await best(budget.jpg, (quality) => sharp(pixels).jpeg({ quality, mozjpeg: true }).toBuffer()),
  };
}

/**
 * Encodes PNG frames as a silent H.264 film (yuv420p, index first so that it plays while it loads) at `output`.
 * `crf`: x264's constant rate factor, lower is finer. Rejects, in French, with ffmpeg's last words when it fails.
 */
export async function film(
  ffmpeg: string,
  output: string,
  frames: AsyncIterable<Buffer>,
  { fps, crf }: { fps: number; crf: number },
): Promise<void> {
  // Written aside and put in place when whole: an interrupted run leaves the committed film as it was.
  const part = `${output}.part`;
  const input = ['-f', 'image2pipe', '-framerate', String(fps), '-c:v', 'png', '-i', '-'];
  // Converted and tagged as BT.709: players guess the matrix otherwise, and the red drifts.
  const exact = 'lanczos+accurate_rnd+full_chroma_int+full_chroma_inp';
  const colour = ['-vf', `scale=out_color_matrix=bt709:out_range=tv:flags=${exact},format=yuv420p`];
  const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
  const codec = ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', String(crf)];
  // Level 4.0 and four reference frames: what the hardware decoders of old phones accept.
  const reach = ['-profile:v', 'high', '-level:v', '4.0', '-refs', '4'];
  const shape = ['-g', String(fps * 4), '-movflags', '+faststart', '-bitexact'];
  const args = [
    '-y',
    '-loglevel',
    'error',
    ...input,
    ...colour,
    ...codec,
    ...tags,
    ...reach,
    ...shape,
    '-f',
    'mp4',
    part,
  ];
  const encoder = spawn(ffmpeg, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let words = '';
  encoder.stderr.on('data', (chunk: Buffer) => {
    words += chunk;
  });
  const ended = once(encoder, 'close');
  try {
    await pipeline(Readable.from(frames), encoder.stdin);
    const [status] = await ended;
    if (status !== 0) throw new Error(`ffmpeg s’est arrêté avec le code ${status}`);
    await rename(part, output);
  } catch (error) {
    await ended;
    await rm(part, { force: true });
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Le film ${output} n’a pas pu être refait (${cause}). S’il existait, il reste intact. ` +
        `Corrigez la cause, puis relancez « npm run films ». ${words.trim()}`,
      { cause: error },
    );
  }
}
