import { drawGrid } from '../shared/grid.js';
import { close, nightFall, runClock, tickRows } from '../shared/board.js';
import { animate, during, loaded, ready, rise } from '../shared/clock.js';

const $ = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const wide = [{ clipPath: 'inset(0 100% 0 0)' }, { clipPath: 'inset(0)' }];

/** A board of the window comes up over the one before it. */
function board(selector, at) {
  animate($(selector), at, 0.6, [{ clipPath: 'inset(100% 0 0 0)' }, { clipPath: 'inset(0)' }]);
}

function opening() {
  nightFall(0, 3.7);
  rise($('#titre'), -0.8, 2.1);
  rise($('#annonce'), 2.1, 3.7);
  runClock({ total: 15, announced: 2.2, placed: 3.7, points: [[4.2, 0], [12, 15]], until: 13.5 });
  drawGrid($('#grille'), 4);
  tickRows({ at: 4.2, done: [6.7, 9.5, 12] });
}

function figures() {
  rise($('#un'), 4.2, 6.7);
  board('#chiffres', 4);
  all('#chiffres p').forEach((row, i) => {
    const [label, bar, mark] = row.children;
    animate(label, 4.5 + i * 0.22, 0.5, wide);
    animate(bar, 4.6 + i * 0.22, 0.7, [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }]);
    animate(mark, 5 + i * 0.22, 0.6, [{ clipPath: 'inset(0 0 100% 0)' }, { clipPath: 'inset(0 0 0 0)' }]);
  });
}

function review() {
  rise($('#deux'), 6.8, 9.5);
  board('#page', 6.7);
  // Close enough for the old page's blocks to be told apart.
  $('#vieux').style.transform = 'translate(-136px, -34px) scale(.73)';
  const rings = [
    [288, 124, 140, 33, 402, 62],
    [382, 338, 256, 76, 40, 214],
    [660, 376, 96, 46, 440, 404],
  ];
  rings.forEach(([x, y, rx, ry, left, top], i) => {
    const at = 7.1 + i * 0.5;
    $('#traits').insertAdjacentHTML('beforeend', `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" pathLength="1" stroke-dasharray="1" transform="rotate(-3 ${x} ${y})" />`);
    const ring = $('#traits').lastElementChild;
    animate(ring, at, 0.6, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }]);
    during(ring, at, Infinity);
    const note = all('.note')[i];
    note.style.left = `${left}px`;
    note.style.top = `${top}px`;
    animate(note, at + 0.3, 0.4, wide);
  });
}

function plan() {
  rise($('#trois'), 9.6, 13.2);
  board('#plan', 9.5);
  const [left, day] = [44, 650];
  const hour = (h) => left + (h / 48) * day;
  all('.heure').forEach((line, i) => {
    line.style.left = `${hour(i * 12)}px`;
    animate(line, 9.8 + i * 0.06, 0.6, [{ clipPath: 'inset(0 0 100% 0)' }, { clipPath: 'inset(0)' }]);
  });
  const bars = [[0, 18], [10, 27], [22, 42], [35, 48]];
  all('.barre').forEach((bar, i) => {
    const [from, to] = bars[i];
    bar.style.left = `${hour(from)}px`;
    bar.style.width = `${hour(to) - hour(from)}px`;
    bar.style.top = `${82 + i * 97}px`;
    animate(bar, 10.2 + i * 0.45, 0.7, wide);
  });
}

ready(async () => {
  await loaded($('#vieux'));
  opening();
  figures();
  review();
  plan();
  close(13.1);
});
