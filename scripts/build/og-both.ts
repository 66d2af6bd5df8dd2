import { siteNames } from '#content/seo.ts';
import { INK, PAPER, SIGNAL } from './og-agency.ts';
import { box, type Card, HEIGHT, MARGIN, WIDTH } from './og-card.ts';
import { AUBERGINE, CREAM, SAFFRON } from './og-caterer.ts';
import { medallion } from './og-medallion.ts';

const HALF = WIDTH / 2;

/** The doorway: each house on its half, and a headline of two halves, each in the font of its house. */
export function bothCard(title: string): Card {
  const [left = '', right = ''] = title.split(/(?<=,) /);
  return {
    ground: `<path fill="${PAPER}" d="M0 0h${HALF}v${HEIGHT}H0z"/>
      <path fill="${INK}" d="M${MARGIN} ${MARGIN}h${HALF - MARGIN}v8h-${HALF - MARGIN}z"/>
      <path fill="${SIGNAL}" d="M${HALF - 96} ${MARGIN + 8}h96v96h-96z"/>
      <path fill="${AUBERGINE}" d="M${HALF} 0h${HALF}v${HEIGHT}h-${HALF}z"/>
      ${medallion([WIDTH - 64, 172], 172, 42, SAFFRON)}`,
    fonts: ['agency-display', 'caterer-display'],
    words: box(
      { width: WIDTH, height: HEIGHT },
      side({ fontFamily: 'agency-display', letterSpacing: '-0.038em', color: INK }, siteNames.agency, left),
      side({ fontFamily: 'caterer-display', color: CREAM }, siteNames.caterer, right),
    ),
  };
}

function side(
  look: { fontFamily: string; color: string; letterSpacing?: string },
  name: string,
  words: string,
) {
  return box(
    {
      width: HALF,
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: `${MARGIN + 28}px ${MARGIN}px ${MARGIN}px`,
      ...look,
    },
    box({ fontSize: 34, lineHeight: 1 }, name),
    box({ fontSize: 92, lineHeight: 1 }, words),
  );
}
