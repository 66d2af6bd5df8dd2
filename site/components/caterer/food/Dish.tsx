import type { ReactNode } from 'react';
import { stars } from '../ornament/frames.ts';
import { Round } from '../ornament/Round.tsx';
import { dots, ring } from '../ornament/scatter.ts';
import { paint } from '../palette.ts';

/** Dishes seen from above, each in a drawing from -100 to 100. They say nothing to a reader: the words do. */
export interface DishProps {
  readonly className?: string | undefined;
}

/** The round of a dish, with the light from the top left that all dishes share. */
export function Dish({ className, children }: DishProps & { readonly children: ReactNode }) {
  return (
    <svg className={className} viewBox="-100 -100 200 200" aria-hidden="true">
      {children}
      <path d="M69-69A98 98 0 0 1-69 69A101 101 0 0 0 69-69Z" fill={paint.night} opacity=".22" />
      <path d="M-69 69A98 98 0 0 1 69-69A100 100 0 0 0-69 69Z" fill={paint.cream} opacity=".13" />
    </svg>
  );
}

/** A glazed rim with a painted ring of stars and dots. */
export function Rim({
  glaze,
  line,
  well,
}: {
  readonly glaze: string;
  readonly line: string;
  readonly well: string;
}) {
  return (
    <>
      <circle r="98" fill={glaze} />
      <circle r="96" fill="none" stroke={line} strokeWidth="1.2" />
      <path d={stars(ring(20, 86), 6.4)} fill={line} />
      <Round d={dots(ring(20, 86, 9))} stroke={line} strokeWidth="3.4" />
      <circle r="76" fill="none" stroke={line} strokeWidth="1.2" />
      <circle r="72" fill={well} />
      <path d="M-69-69a98 98 0 0 1 138 0" fill="none" stroke={paint.cream} strokeWidth="1.5" opacity=".35" />
    </>
  );
}

/** One slice of round grains, drawn once and turned on until the round is full. `id` is unique on the page. */
export function Turned({
  id,
  times,
  children,
}: {
  readonly id: string;
  readonly times: number;
  readonly children: ReactNode;
}) {
  const turns = Array.from({ length: times - 1 }, (_, i) => ((i + 1) * 360) / times);
  return (
    <g strokeLinecap="round">
      <g id={id}>{children}</g>
      {turns.map((turn) => (
        <use key={turn} href={`#${id}`} transform={`rotate(${turn.toFixed(1)})`} />
      ))}
    </g>
  );
}
