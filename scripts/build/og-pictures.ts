import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import satori from 'satori';
import sharp from 'sharp';
import { siteNames } from '#content/seo.ts';
import { cached } from './cached.ts';
import { type FontName, fixedFont } from './fonts.ts';
import { agencyCard, bothCard, type Card, catererCard, HEIGHT, WIDTH } from './og-cards.ts';
import type { PageHead } from './page-head.ts';

/**
 * Draws the picture that each page shows when it is shared, where the page says it is.
 * @param dir the built site
 * @param modulesDir the `node_modules` that holds the full fonts
 * @param cacheDir a folder that may be thrown away at any time: what is drawn already is not drawn again
 */
export async function writePictures(
  heads: readonly PageHead[],
  dir: string,
  modulesDir: string,
  cacheDir: string,
): Promise<void> {
  const fontsOf = (names: readonly FontName[]) =>
    Promise.all(names.map(async (name) => ({ name, data: await fixedFont(name, modulesDir, cacheDir) })));
  for (const head of heads) {
    const card = cardOf(head);
    const words = await satori(card.words, {
      width: WIDTH,
      height: HEIGHT,
      fonts: await fontsOf(card.fonts),
    });
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${card.ground}${words}</svg>`,
    );
    const path = join(dir, head.picture);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await cached(cacheDir, [svg], () => draw(svg)));
  }
}

/** Flat colours: a palette holds them all, at a third of the size. */
const draw = (svg: Buffer) => sharp(svg).png({ palette: true, colours: 96, effort: 9 }).toBuffer();

function cardOf({ title, siteName }: PageHead): Card {
  if (siteName === siteNames.both) return bothCard(title);
  return siteName === siteNames.caterer ? catererCard(title, siteName) : agencyCard(title, siteName);
}
