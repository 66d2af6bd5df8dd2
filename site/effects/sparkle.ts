import { play } from './lifecycle.ts';
import { type Place, placeIn } from './place.ts';
import { easedPointer } from './pointer.ts';
import { browserStage } from './stage.ts';

/** A glint of light, or a saffron thread when it has a length. Lengths in CSS pixels, times in seconds. */
interface Particle {
  x: number;
  y: number;
  /** Radius, or half the thickness of a thread: 0.6 to 1.4. */
  size: number;
  length: number;
  turn: number;
  spin: number;
  /** Which of the colours it has. */
  kind: number;
  age: number;
  life: number;
  /** How fast it twinkles, in radians a second. */
  rate: number;
}

const COUNT = 100;
/** From the most to the least frequent. */
const COLOURS = ['#f0a431', '#f0a431', '#ffc35c', '#e2812a', '#ffe0a3'];
const GLOW_PX = 32;

/**
 * A hundred saffron threads and glints that drift around the word mark in the host, twinkle, and turn aside for the
 * pointer. The host's padding is the room they have around the word. Returns what ends it.
 */
export function mount(host: HTMLElement, { stage = browserStage } = {}): () => void {
  return paintSparkles(placeIn(host, stage));
}

/** Paints them in a place; returns what ends it. */
export function paintSparkles(place: Place): () => void {
  const { canvas, stage } = place;
  const pointer = easedPointer(place);
  const context = canvas.getContext('2d');
  const glows = COLOURS.map(glowOf);
  let particles: Particle[] = [];
  let [width, height, ratio, time, reach] = [0, 0, 1, 0, 0];

  const between = (from: number, to: number) => from + Math.random() * (to - from);

  /** A particle that has already `lived` a share of its life. */
  const born = (index: number, lived = 0): Particle => {
    // Denser toward the word, along an ellipse around it, and never a hard edge.
    const angle = between(0, 2 * Math.PI);
    const away = 0.3 + 0.6 * Math.sqrt(Math.random());
    const life = between(4, 9);
    return {
      x: (0.5 + 0.5 * away * Math.cos(angle)) * width,
      y: (0.5 + 0.5 * away * Math.sin(angle)) * height,
      size: between(0.6, 1.4),
      length: index % 3 === 0 ? between(6, 15) : 0,
      turn: between(0, 2 * Math.PI),
      spin: between(-0.7, 0.7),
      kind: index % COLOURS.length,
      age: lived * life,
      life,
      rate: between(1.6, 5.6),
    };
  };

  const move = (particle: Particle, dt: number) => {
    const { x, y } = particle;
    const sway = Math.sin(y * 0.021 + time * 0.5) + Math.sin(x * 0.013 - time * 0.37);
    const rise = Math.sin(x * 0.017 + time * 0.43) - 0.3;
    const [dx, dy] = [x - pointer.x, y - pointer.y];
    const distance = Math.hypot(dx, dy) + 1;
    const push = (pointer.presence * 0.6 * reach * Math.exp(-((distance / reach) ** 2))) / distance;
    // Away from the pointer and round it, as smoke does around a hand.
    particle.x += (sway * 5 + push * (dx - 0.8 * dy)) * dt;
    particle.y += (rise * 7 + push * (dy + 0.8 * dx)) * dt;
    particle.turn += (particle.spin + push * 2) * dt;
    particle.age += dt;
  };

  const paint = (to: CanvasRenderingContext2D, particle: Particle) => {
    const { x, y, size, age, life, length, kind } = particle;
    const envelope = Math.min(1, age / 1.2, (life - age) / 1.6);
    const twinkle = 0.5 + 0.5 * Math.sin(particle.turn + age * particle.rate);
    const near = pointer.presence * Math.exp(-((Math.hypot(x - pointer.x, y - pointer.y) / reach) ** 2));
    // Nothing is cut off at the edge of the picture.
    const aside = Math.hypot((x - width / 2) / (width / 2 - 16), (y - height / 2) / (height / 2 - 16));
    const inside = Math.min(1, 5 - 5 * aside);
    const light =
      Math.max(0, Math.min(envelope, inside)) * Math.min(1, 0.35 + 0.65 * twinkle ** 2 + 0.4 * near);
    const halo = size * (9 + 11 * twinkle ** 6);
    to.globalAlpha = (length ? 0.3 : 0.7) * light;
    to.drawImage(glows[kind] ?? canvas, x - halo, y - halo, 2 * halo, 2 * halo);
    to.globalAlpha = light;
    to.strokeStyle = to.fillStyle = COLOURS[kind] ?? '';
    to.beginPath();
    if (length) {
      const [ax, ay] = [Math.cos(particle.turn) * length, Math.sin(particle.turn) * length];
      to.moveTo(x - ax, y - ay);
      // A thread of saffron: a long S, as it dries.
      const bend = 0.55 * particle.spin;
      to.bezierCurveTo(x - ay * bend, y + ax * bend, x + ay * bend * 2, y - ax * bend * 2, x + ax, y + ay);
      to.lineWidth = size;
      to.stroke();
    } else {
      to.arc(x, y, size, 0, 7);
      to.fill();
    }
  };

  const paintAll = () => {
    if (!context) return;
    context.reset();
    context.scale(ratio, ratio);
    context.lineCap = 'round';
    // Light adds up.
    context.globalCompositeOperation = 'lighter';
    for (const particle of particles) paint(context, particle);
  };

  const player = play(
    canvas,
    {
      resize(w, h, pixels) {
        ratio = pixels;
        [width, height] = [w / ratio, h / ratio];
        reach = Math.min(110, height * 0.3);
        // As if it had been going on for a while.
        particles = Array.from({ length: COUNT }, (_, i) => born(i, Math.random()));
      },
      frame(dt) {
        time += dt;
        pointer.follow(dt);
        for (const [i, particle] of particles.entries()) {
          move(particle, dt);
          if (particle.age > particle.life) particles[i] = born(i);
        }
        paintAll();
        return true;
      },
      still: paintAll,
    },
    { stage },
  );
  return () => {
    player.stop();
    place.leave();
  };
}

function glowOf(colour: string): HTMLCanvasElement | OffscreenCanvas {
  const glow =
    typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(0, 0);
  glow.width = glow.height = GLOW_PX;
  const context = glow.getContext('2d') as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  if (!context) return glow;
  const middle = GLOW_PX / 2;
  const light = context.createRadialGradient(middle, middle, 0, middle, middle, middle);
  light.addColorStop(0, colour);
  light.addColorStop(0.25, `${colour}55`);
  light.addColorStop(1, `${colour}00`);
  context.fillStyle = light;
  context.fillRect(0, 0, GLOW_PX, GLOW_PX);
  return glow;
}
