import { join } from 'node:path';
import sharp from 'sharp';
import type { Gallery } from './gallery.ts';
import { ssim } from './ssim.ts';

/**
 * How much the fluid looks as it should, as SSIM (1: the same). The picture that it is held to was drawn by a fluid
 * written as a textbook does it, one equation a pass, with the same strokes and settings; the one that ships merges
 * passes and reads fewer points. Who changes the settings on purpose records the picture anew.
 */
export async function fluidLikeness(gallery: Gallery): Promise<number> {
  const reference = sharp(join(import.meta.dirname, 'fluid-reference.png')).greyscale();
  const { data, info } = await reference.raw().toBuffer({ resolveWithObject: true });
  const page = await gallery.open();
  const shipped: number[] = await page.evaluate(
    `import('/tests/e2e/effects/fluid-picture.ts').then(({ fluidPicture }) => fluidPicture(${info.width}, ${info.height}, 14))`,
  );
  await page.context().close();
  return ssim(shipped, [...data], info.width);
}
