import { type CSSProperties, createElement, type ReactNode } from 'react';
import { siteNames } from '#content/seo.ts';
import { starOutline } from '#site/components/caterer/ornament/frames.ts';
import { tenfold } from '#site/components/caterer/ornament/strapwork.ts';
import { paint } from '#site/components/caterer/palette.ts';
import type { FontName } from './fonts.ts';

/** The size that every network shows whole, in px. */
export const WIDTH = 1200;
export const HEIGHT = 630;
const HALF = WIDTH / 2;

/** Free space around the words, in px. */
const MARGIN = 64;

const PAPER = '#f5f2ec';
const INK = '#14120f';
const SIGNAL = '#e4341b';

/** A card to be shared: what is drawn under its words, and the words. */
export interface Card {
  /** SVG shapes on a plane of WIDTH by HEIGHT. */
  readonly ground: string;
  readonly words: ReactNode;
  readonly fonts: readonly FontName[];
}

/** The agency: paper, its grid, one rule, one red square, and the headline as large as it goes. */
export function agencyCard(title: string, siteName: string): Card {
  const column = (WIDTH - 2 * MARGIN) / 4;
  const grid = [0, 1, 2, 3, 4].map((i) => `M${MARGIN + i * column} 0V${HEIGHT}`).join('');
  const size = headlineSize(title, 176);
  return {
    ground: `<path fill="${PAPER}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
      <path stroke="${INK}" stroke-opacity=".1" d="${grid}"/>
      <path fill="${INK}" d="M${MARGIN} ${MARGIN}h${4 * column}v8h-${4 * column}z"/>
      <path fill="${SIGNAL}" d="M${WIDTH - MARGIN - 96} ${MARGIN + 8}h96v96h-96z"/>`,
    fonts: ['agency-display'],
    words: stack(
      {
        width: WIDTH,
        height: HEIGHT,
        padding: `${MARGIN + 28}px ${MARGIN}px ${MARGIN - size * 0.08}px`,
        color: INK,
        fontFamily: 'agency-display',
      },
      box({ fontSize: 34, letterSpacing: '-0.03em', lineHeight: 1 }, siteName),
      box(
        {
          marginLeft: -size * 0.05,
          fontSize: size,
          letterSpacing: '-0.038em',
          lineHeight: 0.94,
          textWrap: 'balance',
        },
        title,
      ),
    ),
  };
}

/** The caterer: an evening, a round window on a ten-fold weave, and the headline in its serif. */
export function catererCard(title: string, siteName: string): Card {
  const size = headlineSize(title, 140);
  return {
    ground: `<path fill="${paint.night}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
      ${medallion([1112, 186], 226, 50)}
      <path fill="${paint.saffron}" d="${starOutline(8, 3, [MARGIN + 17, MARGIN + 17], 17)}"/>`,
    fonts: ['caterer-display'],
    words: stack(
      {
        width: WIDTH,
        height: HEIGHT,
        padding: MARGIN,
        paddingBottom: MARGIN - size * 0.12,
        color: paint.cream,
        fontFamily: 'caterer-display',
      },
      box({ paddingLeft: 48, fontSize: 36, lineHeight: 1 }, siteName),
      box(
        { maxWidth: 960, fontSize: size, letterSpacing: '-0.015em', lineHeight: 1.04, textWrap: 'balance' },
        title,
      ),
    ),
  };
}

/** The doorway: each house on its half, and a headline of two halves, each in the font of its house. */
export function bothCard(title: string): Card {
  const [left = '', right = ''] = title.split(/(?<=,) /);
  return {
    ground: `<path fill="${PAPER}" d="M0 0h${HALF}v${HEIGHT}H0z"/>
      <path fill="${INK}" d="M${MARGIN} ${MARGIN}h${HALF - MARGIN}v8h-${HALF - MARGIN}z"/>
      <path fill="${SIGNAL}" d="M${HALF - 96} ${MARGIN + 8}h96v96h-96z"/>
      <path fill="${paint.night}" d="M${HALF} 0h${HALF}v${HEIGHT}h-${HALF}z"/>
      ${medallion([WIDTH - 64, 172], 172, 42)}`,
    fonts: ['agency-display', 'caterer-display'],
    words: box(
      { width: WIDTH, height: HEIGHT },
      half({ fontFamily: 'agency-display', letterSpacing: '-0.038em', color: INK }, siteNames.agency, left),
      half({ fontFamily: 'caterer-display', color: paint.cream }, siteNames.caterer, right),
    ),
  };
}

function half(look: CSSProperties, name: string, words: string): ReactNode {
  return stack(
    { width: HALF, padding: `${MARGIN + 28}px ${MARGIN}px ${MARGIN}px`, ...look },
    box({ fontSize: 34, lineHeight: 1 }, name),
    box({ fontSize: 92, lineHeight: 1 }, words),
  );
}

/** A box of the layout engine, which asks for flex wherever there are several children. */
function box(style: CSSProperties, ...children: ReactNode[]): ReactNode {
  return createElement('div', { style: { display: 'flex', boxSizing: 'border-box', ...style } }, ...children);
}

/** A box whose children lie at its top and at its bottom. */
function stack(style: CSSProperties, ...children: ReactNode[]): ReactNode {
  return box({ flexDirection: 'column', justifyContent: 'space-between', ...style }, ...children);
}

/** The headline's size for its length, in px: as large as three or four lines allow. */
function headlineSize(title: string, largest: number): number {
  const share = title.length <= 22 ? 1 : title.length <= 34 ? 0.84 : title.length <= 52 ? 0.7 : 0.58;
  return Math.round(largest * share);
}

/**
 * A round window on the ten-fold weave, as SVG shapes.
 * @param centre in px
 * @param radius in px
 * @param edge of the weave's polygons, in px
 */
function medallion([x, y]: readonly [number, number], radius: number, edge: number): string {
  const { d, width, height } = tenfold(edge, edge / 7);
  const line = `fill="none" stroke="${paint.saffron}"`;
  const ring = (r: number) => `<circle cx="${x}" cy="${y}" r="${r}" ${line}/>`;
  return `<pattern id="weave" x="${x}" y="${y}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">
      <path d="${d}" ${line} stroke-width="1.5" stroke-opacity=".72"/>
    </pattern>
    <circle cx="${x}" cy="${y}" r="${radius}" fill="url(#weave)"/>
    ${ring(radius)}${ring(radius + 9)}`;
}
