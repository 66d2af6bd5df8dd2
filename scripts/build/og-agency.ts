import { box, type Card, HEIGHT, headlineSize, MARGIN, WIDTH } from './og-card.ts';

export const PAPER = '#f5f2ec';
export const INK = '#14120f';
export const SIGNAL = '#e4341b';

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
    words: box(
      {
        width: WIDTH,
        height: HEIGHT,
        flexDirection: 'column',
        justifyContent: 'space-between',
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
