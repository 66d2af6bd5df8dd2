import { starOutline } from '#site/components/caterer/ornament/frames.ts';
import { box, type Card, HEIGHT, headlineSize, MARGIN, WIDTH } from './og-card.ts';
import { medallion } from './og-medallion.ts';

export const AUBERGINE = '#1b1220';
export const SAFFRON = '#f0a431';
export const CREAM = '#f7ecd9';

/** The caterer: an evening, a round window on a ten-fold weave, and the headline in its serif. */
export function catererCard(title: string, siteName: string): Card {
  const size = headlineSize(title, 140);
  return {
    ground: `<path fill="${AUBERGINE}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
      ${medallion([1112, 186], 226, 50, SAFFRON)}
      <path fill="${SAFFRON}" d="${starOutline(8, 3, [MARGIN + 17, MARGIN + 17], 17)}"/>`,
    fonts: ['caterer-display'],
    words: box(
      {
        width: WIDTH,
        height: HEIGHT,
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: MARGIN,
        paddingBottom: MARGIN - size * 0.12,
        color: CREAM,
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
