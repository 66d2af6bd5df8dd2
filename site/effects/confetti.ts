import { play } from './lifecycle.ts';
import { type Place, placeIn } from './place.ts';
import { OVER_ALL } from './placing.ts';
import { browserStage } from './stage.ts';

/** Places in shares of the page's height, speeds in the same a second: a phone and a desktop see one picture. */
interface Piece {
  kind: number;
  colour: string | undefined;
  size: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
  turn: number;
  spin: number;
  flip: number;
}

const COLOURS = ['#14120f', '#e4341b', '#e4341b', '#8b939a', '#fff'];
const LIFE_MS = 6000;
const DRAG = 1.5;
const GRAVITY = 0.46;

/**
 * Throws 80 pieces over the page, 40 more after half a second, and takes everything away at 6 s by the clock.
 * Nothing happens under reduced motion. Returns what ends it early.
 */
export function mount(host: HTMLElement, { stage = browserStage } = {}): () => void {
  return stage.isCalm() ? () => {} : throwConfetti(placeIn(host, stage, OVER_ALL));
}

/** Throws them in a place that covers the page; returns what ends it early. */
export function throwConfetti(place: Place): () => void {
  const { canvas, stage } = place;
  const context = canvas.getContext('2d');
  const pieces: Piece[] = [];
  let left = LIFE_MS / 1000;
  let unit = 0;
  let breadth = 0;
  let ratio = 1;

  const between = (from: number, to: number) => from + Math.random() * (to - from);

  const launch = (count: number, fromTop: boolean) => {
    while (count--) {
      const side = count % 2;
      pieces.push({
        kind: (count >> 1) % 4,
        colour: COLOURS[count % COLOURS.length],
        size: between(4, 8) * (1 + breadth) * ratio,
        x: fromTop ? between(0, breadth) : side * breadth,
        y: fromTop ? between(-0.4, 0) : between(0.85, 1),
        vx: fromTop ? 0 : (1 - 2 * side) * breadth * between(0.1, 1),
        vy: fromTop ? 0.3 : between(-2.1, -0.9),
        turn: between(0, 7),
        spin: between(-4, 4),
        flip: between(0, 7),
      });
    }
  };

  const player = play(
    canvas,
    {
      resize(width, height, pixels) {
        unit = height;
        ratio = pixels;
        breadth = width / height;
        if (!pieces.length) launch(80, false);
      },
      frame(dt, elapsed) {
        left -= elapsed;
        this.still();
        if (!context) return false;
        // In the last second they fade; a canvas ignores more than 1.
        context.globalAlpha = Math.max(0, left);
        for (const piece of pieces) {
          move(piece, dt);
          draw(context, piece, unit);
        }
        return true;
      },
      still() {
        context?.reset();
      },
    },
    { stage },
  );
  const cancels = [stage.after(500, () => launch(40, true)), stage.after(LIFE_MS, stop)];

  function stop() {
    for (const cancel of cancels) cancel();
    player.stop();
    place.leave();
  }
  return stop;
}

function move(piece: Piece, dt: number): void {
  const slow = Math.exp(-DRAG * dt);
  piece.vx *= slow;
  // Paper falls slower flat than on edge: its tumbling is what makes it hesitate and sway.
  piece.vy = piece.vy * slow + GRAVITY * dt * (0.45 + 0.55 * Math.sin(piece.flip) ** 2);
  piece.x += (piece.vx + Math.sin(piece.flip / 2) * 0.04) * dt;
  piece.y += piece.vy * dt;
  piece.turn += piece.spin * dt;
  piece.flip += (4 + piece.spin / 2) * dt;
}

/** A rectangle, a disc, a strip of paper or a federal cross (arms one sixth longer than wide), tumbling. */
function draw(context: CanvasRenderingContext2D, piece: Piece, unit: number): void {
  const { kind, size, x, y, turn } = piece;
  const [cos, sin] = [Math.cos(turn) * size, Math.sin(turn) * size];
  const depth = Math.cos(piece.flip);
  const bar = (width: number, height: number) => context.rect(-width / 2, -height / 2, width, height);
  context.setTransform(cos, sin, -sin * depth, cos * depth, x * unit, y * unit);
  context.fillStyle = piece.colour ?? '';
  context.beginPath();
  if (kind === 1) context.arc(0, 0, 0.5, 0, 7);
  else if (kind === 2) bar(0.3, 2.1);
  else if (kind) {
    bar(1.3, 0.4);
    bar(0.4, 1.3);
  } else bar(1, 0.7);
  context.fill();
}
