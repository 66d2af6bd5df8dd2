import { add, centreOf, type Point, shrunk, subtract, svgPath, turned } from '../ornament/geometry.ts';
import { strandsOf } from '../ornament/hankin.ts';
import { octagons } from '../ornament/tilings.ts';
import { zelligeOf } from '../ornament/zellige.ts';
import { paint } from '../palette.ts';

/** One piece of the floor. */
interface Tile {
  readonly d: string;
  readonly fill: string;
}

/** A floor half laid: its pieces in the order of laying, in rounds, and the lines set out for the rest. */
export interface Mosaic {
  readonly rounds: readonly (readonly Tile[])[];
  /** Pieces beyond the last that is set, lying askew about where they will go. */
  readonly waiting: readonly Tile[];
  readonly lines: string;
  readonly width: number;
  readonly height: number;
}

const ANGLE = 67.5;
const ROUNDS = 8;

/**
 * A floor of `columns` by `rows` eight-pointed stars, laid from the right and the bottom towards the top left,
 * where `bare` (0 to 1) of the way is still to do. No two glazes of one colour come out the same.
 */
export function mosaic(columns: number, rows: number, edge: number, bare: number): Mosaic {
  const { polygons, width, height } = octagons(columns, rows, edge);
  const { stars, petals } = zelligeOf(polygons, ANGLE);
  const step = width / columns;
  const pieces = [
    ...stars.map(
      (piece) => ({ piece, at: centreOf(piece), kind: piece.length === 16 ? 'star' : 'small' }) as const,
    ),
    ...petals.map((piece) => ({ piece, at: centreOf(piece), kind: 'petal' }) as const),
  ];
  const ordered = pieces
    .map((one) => ({ ...one, turn: turnOf(one.at, width, height) }))
    .sort((a, b) => a.turn - b.turn);
  const laid = ordered.filter(({ turn }) => turn < 1 - bare);
  const next = ordered.filter(({ turn, kind }, i) => turn > 1.08 - bare && kind !== 'small' && i % 5 === 1);
  const size = Math.ceil(laid.length / ROUNDS);
  const tileOf = ({ piece, at, kind }: (typeof ordered)[number], askew = 0): Tile => ({
    d: svgPath(
      shrunk(piece, kind === 'petal' ? 0.055 : 0.035).map((p) => add(at, turned(subtract(p, at), askew))),
      true,
    ),
    fill: glazeOf(kind, at, step),
  });
  const tiles = laid.map((one) => tileOf(one));
  const lines = polygons.flatMap((polygon) => strandsOf(polygon, ANGLE));
  return {
    rounds: Array.from({ length: ROUNDS }, (_, i) => tiles.slice(i * size, (i + 1) * size)),
    waiting: next.slice(0, 5).map((one, i) => tileOf(one, 14 + 9 * i)),
    lines: lines.map(({ from, bend, to }) => svgPath([from, bend, to])).join(''),
    width,
    height,
  };
}

/** When a place has its turn: 0 at the bottom right, 1 at the top left, the front uneven as a mason leaves it. */
function turnOf([x, y]: Point, width: number, height: number): number {
  const uneven = 0.1 * (noiseAt([x, y]) - 0.5);
  return 1 - (0.76 * x) / width - (0.24 * y) / height + uneven;
}

const GLAZES = {
  small: [paint.cream, paint.sand],
  petal: [paint.bottle, '#2c4529', '#3d5c36', '#4b6f3f'],
  saffron: [paint.saffron, '#e59a2b', '#f5b04a'],
  terracotta: [paint.terracotta, '#b74b26', '#cf6138'],
  fig: ['#6a3a5c', '#5d3251', '#744366'],
} as const;

/** The glaze of a piece; the large stars take turns along the diagonals. */
function glazeOf(kind: 'star' | 'small' | 'petal', at: Point, step: number): string {
  const diagonal = (Math.floor(at[0] / step) + 2 * Math.floor(at[1] / step)) % 4;
  const star = diagonal === 0 ? 'terracotta' : diagonal === 2 ? 'fig' : 'saffron';
  const glazes: readonly string[] = GLAZES[kind === 'star' ? star : kind];
  return glazes[Math.floor(noiseAt(at) * glazes.length)] ?? paint.cream;
}

/** A number from 0 to 1 that is always the same for a place. */
function noiseAt([x, y]: Point): number {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return value - Math.floor(value);
}
