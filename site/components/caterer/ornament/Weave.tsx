import { paint } from '../palette.ts';
import type { Weave } from './strapwork.ts';

interface Props {
  /** Unique on the page: shapes fill themselves with `url(#id)`. */
  readonly id: string;
  readonly weave: Weave;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly opacity?: number;
  /** Colour of the large stars between the bands; none without it. */
  readonly stars?: string;
}

/** A woven pattern to fill shapes with, as thin lines. */
export function WeavePattern({
  id,
  weave,
  stroke = paint.saffron,
  strokeWidth = 1,
  opacity = 1,
  stars,
}: Props) {
  return (
    <pattern id={id} width={weave.width} height={weave.height} patternUnits="userSpaceOnUse">
      {stars && <path d={weave.stars} fill={stars} />}
      <path d={weave.d} fill="none" stroke={stroke} strokeWidth={strokeWidth} opacity={opacity} />
    </pattern>
  );
}
