import { createElement as h, type ReactElement } from 'react';
import type { Outcome } from '#domain/audit.ts';

/** Each outcome has a shape and a weight of its own: what asks for attention is the darkest, and none needs a colour. */
const SHAPES: Readonly<Record<Outcome, readonly ReactElement[]>> = {
  ok: [stroke('M4.5 10.5l4 4 7-9', 2.5)],
  failed: [
    h('rect', { key: 'block', width: 20, height: 20, fill: 'currentColor' }),
    h('path', { key: 'cross', className: 'cut', d: 'M5.5 5.5l9 9m0-9l-9 9', strokeWidth: 3, fill: 'none' }),
  ],
  review: [
    h('rect', { key: 'frame', x: 1, y: 1, width: 18, height: 18, ...line(2) }),
    stroke('M7 7.6a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 1.9v.3M10 14.6v1.6', 2),
  ],
  'not-applicable': [stroke('M5 10h10', 2)],
  'not-measured': [
    h('circle', { key: 'ring', cx: 10, cy: 10, r: 7, ...line(1.5), strokeDasharray: '2.2 2.2' }),
  ],
};

/** The sign of an outcome, beside its name. */
export function sign(outcome: Outcome): ReactElement {
  return h('svg', { className: 'sign', viewBox: '0 0 20 20', 'aria-hidden': true }, SHAPES[outcome]);
}

function stroke(d: string, width: number): ReactElement {
  return h('path', { key: d, d, ...line(width) });
}

function line(strokeWidth: number) {
  return { fill: 'none', stroke: 'currentColor', strokeWidth };
}
