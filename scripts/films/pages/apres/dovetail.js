// The corner of an oak board and a walnut board joined by through dovetails, in a two-to-one projection.
const NS = 'http://www.w3.org/2000/svg';
const oak = { light: '#f0cf9c', face: '#e2b678', dark: '#c8965a', grain: '#a8713a' };
const walnut = { light: '#9a6645', face: '#7a4a2e', dark: '#5b3520', grain: '#3a1f12' };

/** A generator of numbers in [0, 1) that gives the same run for the same seed: the picture never changes. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function node(parent, name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return parent.appendChild(made);
}

const points = (list) => `M${list.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

/**
 * Long grain over a face of `length` by `height`: lines that bend round `knots` ({x, y, size}) and keep their distance.
 * Lines nearer to a knot are pushed further, as growth rings are.
 */
function grain(group, { length, height, colour, seed, knots, gap }) {
  const random = numbers(seed);
  const phase = random() * 9;
  for (let y = -gap; y < height + gap; y += gap * (0.55 + random() * 0.9)) {
    const line = [];
    for (let x = -20; x <= length + 20; x += 14) {
      let at = y + 5 * Math.sin(x / 210 + phase + y / 150) + 2.2 * Math.sin(x / 67 + y / 31);
      for (const knot of knots) {
        const near = Math.exp(-(((x - knot.x) / (knot.size * 2.9)) ** 2)) * Math.exp(-(((y - knot.y) / (knot.size * 2.4)) ** 2));
        at += (y < knot.y ? -1 : 1) * knot.size * 0.95 * near;
      }
      line.push(`${x.toFixed(0)} ${at.toFixed(1)}`);
    }
    const bold = random();
    node(group, 'path', {
      d: `M${line.join('L')}`, fill: 'none', stroke: colour,
      'stroke-width': (0.8 + bold * bold * 3).toFixed(2), opacity: (0.16 + bold * 0.3).toFixed(2),
    });
  }
  for (const knot of knots) {
    for (let ring = 1; ring > 0.12; ring -= 0.2) {
      node(group, 'ellipse', {
        cx: knot.x, cy: knot.y, rx: knot.size * 1.5 * ring, ry: knot.size * 0.62 * ring,
        fill: ring < 0.4 ? colour : 'none', 'fill-opacity': 0.55, stroke: colour, 'stroke-width': 1.8, opacity: 0.5,
      });
    }
  }
}

/** End grain: arcs of growth rings about a heart far below the face. */
function rings(group, { cx, cy, from, to, colour, seed, step }) {
  const random = numbers(seed);
  for (let r = from; r < to; r += step * (0.6 + random() * 0.8)) {
    node(group, 'circle', { cx, cy, r: r.toFixed(1), fill: 'none', stroke: colour, 'stroke-width': (1 + random() * 1.6).toFixed(2), opacity: 0.42 });
  }
}

let clips = 0;
/** A group clipped to `outline` (face coordinates), filled with `fill`. */
function face(parent, outline, fill) {
  const id = `pan${clips++}`;
  node(node(parent, 'clipPath', { id }), 'path', { d: points(outline) });
  const group = node(parent, 'g', { 'clip-path': `url(#${id})` });
  node(group, 'path', { d: points(outline), fill });
  return group;
}

/** Draws the joint with its near top corner at `origin`, its left board `reach` long; `size` scales it all. */
function draw(svg, origin, size, reach) {
  const length = 900;
  const height = 760;
  const thick = 118;
  const slope = 0.5;
  const root = node(svg, 'g', { transform: `translate(${origin.join(' ')}) scale(${size})` });
  const board = (id) => node(root, 'g', { id });
  const right = board('planche-droite');
  const left = board('planche-gauche');
  const plane = (parent, a, b) => node(parent, 'g', { transform: `matrix(${a.join(' ')} ${b.join(' ')} 0 0)` });
  const toLeft = [-1, -slope];
  const toRight = [1, -slope];
  const down = [0, 1.12];

  // Tails of walnut flare toward the corner edge; what is between them is the end grain of the oak pins.
  const tails = 4;
  const pitch = height / tails;
  const narrow = pitch * 0.24;
  const wide = pitch * 0.36;

  const clampY = (y) => Math.min(height, Math.max(0, y));
  const pins = Array.from({ length: tails + 1 }, (_, i) => ({
    middle: i * pitch,
    outline: [
      [0, (i - 0.5) * pitch + wide], [thick, (i - 0.5) * pitch + narrow],
      [thick, (i + 0.5) * pitch - narrow], [0, (i + 0.5) * pitch - wide],
    ].map(([x, y]) => [x, clampY(y)]),
  }));
  const corners = [[0, 0], [length, 0], [length, height], [0, height]];

  const oakPlane = plane(right, toRight, down);
  grain(face(oakPlane, corners, oak.dark), {
    length, height, colour: oak.grain, seed: 23, gap: 17, knots: [{ x: 560, y: 470, size: 60 }, { x: 330, y: 120, size: 26 }],
  });
  const pinPlane = plane(right, toLeft, down);
  for (const [i, { middle, outline }] of pins.entries()) {
    const end = face(pinPlane, outline, oak.face);
    rings(end, { cx: -60, cy: middle + 210, from: 120, to: 420, colour: oak.grain, seed: 3 + i, step: 11 });
  }

  // The walnut face is notched where the pins pass, so that the board can be drawn away from them.
  const walnutPlane = plane(left, toLeft, down);
  const notched = [...pins.flatMap(({ outline }) => outline), [reach, height], [reach, 0]];
  grain(face(walnutPlane, notched, walnut.face), {
    length, height, colour: walnut.grain, seed: 7, gap: 15, knots: [{ x: 292, y: 250, size: 46 }, { x: 210, y: 610, size: 26 }],
  });
  const tailPlane = plane(left, toRight, down);
  for (let i = 0; i < tails; i++) {
    const [from, to] = [(i + 0.5) * pitch - wide, (i + 0.5) * pitch + wide];
    const end = face(tailPlane, [[0, from], [thick, from], [thick, to], [0, to]], walnut.dark);
    rings(end, { cx: 60, cy: i * pitch - 120, from: 90, to: 460, colour: '#2a150b', seed: 41 + i, step: 11 });
  }

  const oakTop = plane(right, toRight, toLeft);
  grain(face(oakTop, [[0, 0], [length, 0], [length, thick], [0, thick]], oak.light), {
    length, height: thick, colour: oak.grain, seed: 5, gap: 12, knots: [],
  });
  const walnutTop = plane(left, toRight, toLeft);
  const rim = face(walnutTop, [[0, thick], [thick, thick], [thick, reach], [0, reach]], walnut.light);
  grain(node(rim, 'g', { transform: 'matrix(0 1 1 0 0 0)' }), {
    length, height: thick, colour: walnut.grain, seed: 11, gap: 12, knots: [],
  });

  // Hairlines along the edges, where the light catches.
  const edge = (parent, d, colour, opacity) => node(parent, 'path', { d, fill: 'none', stroke: colour, 'stroke-width': 2.4, opacity, 'vector-effect': 'non-scaling-stroke' });
  edge(walnutTop, `M0 ${thick}V${reach}`, '#fff', 0.35);
  edge(oakTop, `M0 0V${thick}`, '#fff', 0.35);
  edge(oakTop, `M0 0H${length}`, '#fff', 0.5);
  edge(oakPlane, `M0 0V${height}`, '#fff', 0.4);
}

const svg = document.getElementById('assemblage');
const { width, height } = svg.getBoundingClientRect();
svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
if (innerWidth > 700) draw(svg, [1102, 300], 0.88, 410);
else draw(svg, [300, 30], 0.44, 900);
