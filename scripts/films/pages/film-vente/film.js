import { drawGrid } from '../shared/grid.js';
import { close, nightFall, runClock, tickRows } from '../shared/board.js';
import { animate, during, everyFrame, loaded, ready, rise, type } from '../shared/clock.js';

const $ = (selector) => document.querySelector(selector);
const scale = 773.33 / 1440;
const move = (x, y) => `translate(${x}px, ${y}px)`;
/** Where a point of the 1440 px page stands on the stage while the page is shown whole. */
const onStage = (x, y) => [450.67 + x * scale, 72 + y * scale];

/** The pointer passes by `stops` ([instant, x, y], page pixels), resting between two moves. */
function pointer(stops) {
  const element = $('#pointeur');
  for (let i = 1; i < stops.length; i++) {
    const [, ...from] = stops[i - 1];
    const [at, ...to] = stops[i];
    animate(element, at, 0.7, [{ transform: move(...onStage(...from)) }, { transform: move(...onStage(...to)) }]);
  }
}

function press(button, at) {
  animate(button, at, 0.3, [{ transform: 'scale(1)' }, { transform: 'scale(.94)', offset: 0.4 }, { transform: 'scale(1)' }]);
}

function oldPage(page) {
  const style = page.head.appendChild(page.createElement('style'));
  style.textContent = 'html{overflow:hidden}';
  rise($('#arrive'), 0.3, 1.9);
  rise($('#cherche'), 2, 3.4);
  rise($('#repart'), 3.5, 5.2);
  during($('#legende'), 0, 5.5);
  during($('#pointeur'), 0, 5.1);
  pointer([[0, 1700, 1000], [0.6, 620, 160], [1.5, 330, 420], [2.2, 880, 560], [2.9, 1110, 330], [3.6, 1720, 240]]);
}

function dismantle(page) {
  drawGrid($('#grille'), 7.1);
  rise($('#demonte'), 7.3, 10.2);
  // Unscrewed in place first, then each piece leaves by its nearest side.
  const pieces = [...page.querySelectorAll('#utilitaires, #entete, #nav, #defilant, .boite')];
  pieces.forEach((piece, i) => {
    const { left, top, width } = piece.getBoundingClientRect();
    const middle = left + width / 2 - 720;
    const exit = Math.abs(middle) < 200 ? (top < 320 ? [0, -1000] : [0, 1000]) : [Math.sign(middle) * 900, 0];
    const apart = `translate(${middle * 0.07}px, ${(top - 360) * 0.07}px) scale(.93)`;
    animate(piece, 7.7, 0.6, [{ transform: 'none' }, { transform: apart }]);
    animate(piece, 8.5 + ((i * 5) % pieces.length) * 0.06, 0.6, [{ transform: apart }, { transform: `${apart} ${move(...exit)}` }], 'cubic-bezier(.6, 0, .8, .3)');
  });
  animate($('#vieux'), 10, 0.6, [{ clipPath: 'inset(0)' }, { clipPath: 'inset(0 0 100% 0)' }]);
}

function assemble(page) {
  const piece = (selector) => page.querySelector(selector);
  const wipe = (element, at, hidden = 'inset(-10% 100% -10% -10%)') =>
    animate(element, at, 0.6, [{ clipPath: hidden }, { clipPath: 'inset(-10%)' }]);
  rise($('#remonte'), 10.3, 13.8);
  animate($('#neuf'), 10.4, 0.6, [{ clipPath: 'inset(100% 0 0 0)' }, { clipPath: 'inset(0)' }]);
  animate(piece('#planche-droite'), 10.8, 0.9, [{ transform: move(1000, -500) }, { transform: move(0, 0) }]);
  animate(piece('#planche-gauche'), 11.2, 0.5, [{ transform: move(-1500, 750) }, { transform: move(-190, 95) }]);
  animate(piece('#planche-gauche'), 11.9, 0.5, [{ transform: move(-190, 95) }, { transform: move(0, 0) }]);
  wipe(piece('header'), 12.2);
  piece('h1').querySelectorAll('span').forEach((line, i) => wipe(line, 12.4 + i * 0.15, 'inset(110% -10% -10% -10%)'));
  wipe(piece('#chapeau'), 12.9);
  wipe(piece('#bouton'), 13.3);
  wipe(piece('#tel'), 13.5);
  wipe(piece('footer'), 13.6);
}

function hours() {
  runClock({ total: 48, announced: 5.2, placed: 6.7, points: [[7.3, 0], [14.2, 48]], until: 22.4 });
  nightFall(4.7, 6.7);
  rise($('#annonce'), 5, 6.7);
  tickRows({ at: 7.4, done: [10.2, 12.2, 13.6, 14.3], until: 17.7 });
  rise($('#en-ligne'), 14.2, 15.6);
}

function answer(page) {
  const form = page.querySelector('#devis');
  form.hidden = false;
  rise($('#revient'), 15.7, 17.1);
  animate(form, 17.5, 0.7, [{ transform: 'translateX(100%)' }, { transform: 'none' }]);
  rise($('#oui'), 17.5, 20.2);
  const visible = $('#pointeur');
  everyFrame((t) => {
    if (t >= 15.7 && t < 22) visible.style.visibility = '';
  });
  pointer([[15.7, 1700, 1000], [15.9, 300, 700], [17.5, 1180, 800]]);
  press(page.querySelector('#bouton'), 17.1);
  // The camera comes closer: the form fills the window.
  const larger = 0.7;
  const near = `translate(${773.33 - 1440 * larger}px, 0px) scale(${larger})`;
  animate($('#neuf'), 17.6, 0.8, [{ transform: `scale(${scale})` }, { transform: near }]);
  type(page.querySelector('#champ-nom'), 'Camille', 18.3, 14);
  type(page.querySelector('#champ-email'), 'camille@courriel.example', 18.75, 28);
  const button = page.querySelector('#devis #oui');
  animate(visible, 19, 0.7, [{ transform: move(...onStage(1180, 800)) }, { transform: move(960, 500) }]);
  press(button, 19.9);
  rise($('#savez'), 20.3, 22.2);
  animate($('#avis'), 20.3, 0.6, [{ transform: 'translateY(-180px)' }, { transform: 'none' }]);
  const [none, one] = document.querySelectorAll('#compte span');
  animate($('#compte'), 18.1, 0.6, [{ clipPath: 'inset(0 0 100% 0)' }, { clipPath: 'inset(0)' }]);
  animate(none, 20.6, 0.7, [{ transform: 'none' }, { transform: 'translateY(-100%)' }]);
  animate(one, 20.6, 0.7, [{ transform: 'translateY(100%)' }, { transform: 'none' }]);
}

ready(async () => {
  const [before, after] = await Promise.all([loaded($('#vieux')), loaded($('#neuf'))]);
  for (const frame of document.querySelectorAll('iframe')) frame.style.transform = `scale(${scale})`;
  animate($('#fenetre'), -0.25, 0.8, [{ clipPath: 'inset(0 0 0 100%)' }, { clipPath: 'inset(0)' }]);
  oldPage(before);
  hours();
  dismantle(before);
  assemble(after);
  answer(after);
  close(22);
});
