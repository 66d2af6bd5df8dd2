import { paint } from '../palette.ts';
import css from './Mosaic.module.css';
import { mosaic } from './mosaic.ts';

const floor = mosaic(7, 7, 46, 0.36);
/** Without the half stars of the rim, whose petals are missing. */
const margin = floor.width / 14;
const seen = [margin, margin, floor.width - 2 * margin, floor.height - 2 * margin].map(Math.round).join(' ');

/**
 * CSS that gives each tile its place in the order of laying: the group's number (`--round`) and the tile's within it
 * (`--turn`), out of which the stylesheet makes its delay. A style element, as the page's policy refuses style attributes.
 */
const turns = Array.from(
  { length: 8 },
  (_, i) =>
    `.${css.rounds} g:nth-child(${i + 1}){--round:${i}}.${css.rounds} path:nth-child(8n + ${i + 1}){--turn:${i}}`,
);

/** A floor of zellige that is being laid, tile by tile, over the lines set out for it. */
export function Mosaic({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox={seen} preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <style>{turns.join('')}</style>
      <path d={floor.lines} fill="none" stroke={paint.saffron} strokeWidth="1" opacity=".42" />
      {floor.waiting.map(({ d, fill }) => (
        <path key={d} d={d} fill={fill} />
      ))}
      <g className={css.rounds}>
        {floor.rounds.map((tiles) => (
          <g key={tiles[0]?.d}>
            {tiles.map(({ d, fill }) => (
              <path key={d} d={d} fill={fill} />
            ))}
          </g>
        ))}
      </g>
      <radialGradient id="lamp" cx=".68" cy=".3" r=".85">
        <stop offset="0" stopColor={paint.honey} stopOpacity=".3" />
        <stop offset=".4" stopColor={paint.honey} stopOpacity="0" />
        <stop offset=".4" stopColor={paint.night} stopOpacity="0" />
        <stop offset="1" stopColor={paint.night} stopOpacity=".62" />
      </radialGradient>
      <rect width={floor.width} height={floor.height} fill="url(#lamp)" />
    </svg>
  );
}
