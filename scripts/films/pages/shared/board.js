// What the films share: the running clock and its rule, the rows that get ticked, the night, the last board.
import { animate, between, brand, during, everyFrame, rise } from './clock.js';

const $ = (selector) => document.querySelector(selector);

/**
 * Announces `total` in giant numerals at `announced`, brings them to their corner at `placed`, then counts along
 * `points` ([instant, value]) while the red rule fills. The clock is gone at `until`.
 */
export function runClock({ total, announced, placed, points, until }) {
  const element = $('#compteur-temps');
  const big = 'translate(-6px, 150px) scale(3)';
  animate(element, announced, 0.7, [
    { clipPath: 'inset(0 -20% 110% 0)', transform: `${big} translateY(60px)` },
    { clipPath: 'inset(0 -20% -10% 0)', transform: big },
  ]);
  animate(element, placed, 0.7, [{ transform: big }, { transform: 'none' }]);
  animate(element, placed, 0.7, [{ color: '#f5f2ec' }, { color: '#14120f' }]);
  during(element, announced, until);
  everyFrame((t) => {
    const value = t < placed + 0.2 ? total : Math.floor(between(points, t));
    element.firstElementChild.textContent = String(value).padStart(2, '0');
  });
  const [start, end] = [points[0][0], points.at(-1)[0]];
  animate($('#filet i'), start, end - start, [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], 'linear');
}

/** Draws the rows of the list from `at`, ticks row i at `done[i]`, and takes them away at `until`. */
export function tickRows({ at, done, until = Infinity }) {
  [...$('#travaux').children].forEach((row, i) => {
    animate(row, at + i * 0.08, 0.6, [{ clipPath: 'inset(0 100% 0 0)' }, { clipPath: 'inset(0)' }]);
    row.insertAdjacentHTML('beforeend', '<svg viewBox="0 0 24 20"><path pathLength="1" stroke-dasharray="1" d="M1 11l7 7L23 2" /></svg>');
    const [mark, tick] = [row.lastElementChild, row.querySelector('path')];
    animate(tick, done[i], 0.4, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }]);
    during(mark, done[i], Infinity);
    if (until < Infinity) animate(row, until + i * 0.05, 0.4, [{ clipPath: 'inset(0)' }, { clipPath: 'inset(0 0 0 100%)' }]);
  });
}

/** The night rises at `from` and goes on its way at `to`. */
export function nightFall(from, to) {
  if (from > 0) animate($('#nuit'), from, 0.6, [{ clipPath: 'inset(100% 0 0 0)' }, { clipPath: 'inset(0)' }]);
  animate($('#nuit'), to, 0.6, [{ clipPath: 'inset(0)' }, { clipPath: 'inset(0 0 100% 0)' }]);
}

/** The last board, from `at`: the promise, the name, what is offered. */
export function close(at) {
  const reveal = [{ clipPath: 'inset(0 100% -20% 0)' }, { clipPath: 'inset(0 0 -20% 0)' }];
  animate($('#fin'), at, 0.6, [{ clipPath: 'inset(100% 0 0 0)' }, { clipPath: 'inset(0)' }]);
  rise($('#promesse'), at + 0.25);
  $('.marque').textContent = brand;
  animate($('.marque'), at + 0.9, 0.6, reveal);
  animate($('#offre'), at + 1, 0.6, reveal);
}
