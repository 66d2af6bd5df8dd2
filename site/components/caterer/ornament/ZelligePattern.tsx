import { type Polygon, shrunk, svgPath } from './geometry.ts';
import { octagons } from './tilings.ts';
import { zelligeOf } from './zellige.ts';

interface Props {
  /** Unique on the page: shapes fill themselves with `url(#id)`. */
  readonly id: string;
  /** Edge of the octagons; the pattern repeats after 4.83 edges. */
  readonly edge: number;
  readonly grout: string;
  /** Two colours that take turns. */
  readonly stars: readonly [string, string];
  readonly small: string;
  readonly petals: string;
}

/** A wall of eight-fold zellige to fill shapes with: the pieces themselves, cut apart by the grout. */
export function ZelligePattern({ id, edge, grout, stars, small, petals }: Props) {
  const { polygons, width } = octagons(4, 4, edge);
  const step = width / 4;
  const cut = zelligeOf(polygons, 67.5);
  const seen = (piece: Polygon) =>
    piece.some(([x, y]) => x > step && x < 3 * step && y > step && y < 3 * step);
  const draw = (pieces: readonly Polygon[]) =>
    pieces
      .filter(seen)
      .map((piece) => svgPath(shrunk(piece, 0.06), true))
      .join('');
  const large = cut.stars.filter((piece) => piece.length === 16);
  const turn = (piece: Polygon) =>
    Math.floor((piece[0]?.[0] ?? 0) / step) + Math.floor((piece[8]?.[1] ?? 0) / step);
  return (
    <pattern id={id} width={2 * step} height={2 * step} patternUnits="userSpaceOnUse">
      <rect width={2 * step} height={2 * step} fill={grout} />
      <g transform={`translate(${-step.toFixed(2)} ${-step.toFixed(2)})`}>
        <path d={draw(cut.petals)} fill={petals} />
        <path d={draw(cut.stars.filter((piece) => piece.length === 8))} fill={small} />
        {stars.map((colour, i) => (
          <path
            key={colour}
            d={draw(large.filter((piece) => Math.abs(turn(piece) % 2) === i))}
            fill={colour}
          />
        ))}
      </g>
    </pattern>
  );
}
