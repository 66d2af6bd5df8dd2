import type { Weave } from './strapwork.ts';

interface Props {
  /** Unique on the page: shapes fill themselves with `url(#id)`. */
  readonly id: string;
  readonly weave: Weave;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly opacity?: number;
}

/** A woven pattern to fill shapes with, as thin lines. */
export function WeavePattern({ id, weave, stroke = '#f0a431', strokeWidth = 1, opacity = 1 }: Props) {
  return (
    <pattern id={id} width={weave.width} height={weave.height} patternUnits="userSpaceOnUse">
      <path d={weave.d} fill="none" stroke={stroke} strokeWidth={strokeWidth} opacity={opacity} />
    </pattern>
  );
}
