import type { SVGProps } from 'react';

/** A path whose strokes end round: dots, grains and threads. */
export function Round(path: SVGProps<SVGPathElement>) {
  return <path {...path} strokeLinecap="round" />;
}
