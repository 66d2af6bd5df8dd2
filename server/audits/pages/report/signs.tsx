import type { ReactElement } from 'react';
import type { Outcome } from '#domain/audit.ts';

const thin = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 };

/** Each outcome has a shape and a weight of its own: what asks for attention is the darkest, and none needs a colour. */
const SHAPES: Readonly<Record<Outcome, ReactElement>> = {
  ok: <path d="M4.5 10.5l4 4 7-9" {...thin} strokeWidth={2.5} />,
  failed: (
    <>
      <rect width={20} height={20} fill="currentColor" />
      <path className="cut" d="M5.5 5.5l9 9m0-9l-9 9" strokeWidth={3} fill="none" />
    </>
  ),
  review: (
    <>
      <rect x={1} y={1} width={18} height={18} {...thin} />
      <path d="M7 7.6a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 1.9v.3M10 14.6v1.6" {...thin} />
    </>
  ),
  'not-applicable': <path d="M5 10h10" {...thin} />,
  'not-measured': <circle cx={10} cy={10} r={7} {...thin} strokeWidth={1.5} strokeDasharray="2.2 2.2" />,
};

/** The sign of an outcome, beside its name. */
export function Sign({ outcome }: { readonly outcome: Outcome }) {
  return (
    <svg className="sign" viewBox="0 0 20 20" aria-hidden="true">
      {SHAPES[outcome]}
    </svg>
  );
}
