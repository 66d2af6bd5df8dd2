/** Arcs about one centre: `radius` and `width` in units of the drawing, `sweeps` in sixteenths of a turn from the right, clockwise. */
interface Ring {
  readonly radius: number;
  readonly width: number;
  readonly sweeps: readonly (readonly [from: number, to: number])[];
}

/** Each ring is about 1.6 times as heavy as the one inside it: the weights grow as the eye moves out. */
const RINGS: readonly Ring[] = [
  { radius: 62, width: 7, sweeps: [[2, 14]] },
  {
    radius: 100,
    width: 12,
    sweeps: [
      [5, 11],
      [13, 17],
    ],
  },
  {
    radius: 148,
    width: 20,
    sweeps: [
      [7, 14],
      [0, 3],
    ],
  },
  {
    radius: 210,
    width: 32,
    sweeps: [
      [4, 9],
      [11, 16],
    ],
  },
  {
    radius: 300,
    width: 52,
    sweeps: [
      [8, 13],
      [1, 5],
    ],
  },
  {
    radius: 432,
    width: 84,
    sweeps: [
      [5, 10],
      [12, 15],
    ],
  },
];

function arc(radius: number, from: number, to: number): string {
  const at = (sixteenth: number) => {
    const angle = (sixteenth * Math.PI) / 8;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${at(from)}A${radius} ${radius} 0 ${to - from > 8 ? 1 : 0} 1 ${at(to)}`;
}

/** A musical figure of arcs, after the concert posters of the Zurich school; drawn about the origin, radius 480. */
export function Arcs() {
  return RINGS.map(({ radius, width, sweeps }) => (
    <path key={radius} strokeWidth={width} d={sweeps.map(([from, to]) => arc(radius, from, to)).join('')} />
  ));
}
