import { describe, expect, it } from 'vitest';
import {
  cross,
  distance,
  middle,
  type Point,
  type Polygon,
  regular,
  subtract,
  svgPath,
  turned,
} from './geometry.ts';
import { bandOf, strandsOf } from './hankin.ts';
import { decagons, octagons } from './tilings.ts';
import { zelligeOf } from './zellige.ts';

const edgesOf = (polygon: Polygon) =>
  polygon.map((a, i) => [a, polygon[(i + 1) % polygon.length] ?? a] as const);
const area = (polygon: Polygon) => edgesOf(polygon).reduce((sum, [a, b]) => sum + cross(a, b) / 2, 0);
const same = (a: Point, b: Point) => distance(a, b) < 1e-6;

describe('strandsOf', () => {
  it.each([
    [8, 67.5, 3],
    [10, 54, 3],
    [10, 72, 4],
  ])('draws in a regular %i-gon at %f° the star polygon {n/%i}', (corners, degrees, skip) => {
    const polygon = regular(corners, [0, 0], 10);
    const strands = strandsOf(polygon, degrees);
    expect(strands).toHaveLength(corners);
    // In {n/skip} the line that leaves a tip runs to the tip `skip` further on.
    const tips = edgesOf(polygon).map(([a, b]) => middle(a, b));
    for (const { from, bend, to } of strands) {
      expect(distance(from, bend)).toBeCloseTo(distance(bend, to), 6);
      const at = tips.findIndex((tip) => same(tip, from));
      const goal = tips[(at + skip) % corners] ?? from;
      expect(cross(subtract(bend, from), subtract(goal, from))).toBeCloseTo(0, 6);
    }
  });

  it('turns with the polygon: a star has the symmetry of what it is drawn in', () => {
    const bends = strandsOf(regular(8, [0, 0], 10), 67.5).map(({ bend }) => bend);
    for (const bend of bends) expect(bends.some((other) => same(other, turned(bend, 45)))).toBe(true);
  });

  it('pairs every ray of a bow tie, which is not convex', () => {
    const bowTie = decagons(10).polygons.find((polygon) => polygon.length === 6) ?? [];
    const strands = strandsOf(bowTie, 54);
    expect(strands).toHaveLength(6);
    expect(new Set(strands.map(({ from }) => svgPath([from]))).size).toBe(6);
    expect(new Set(strands.map(({ to }) => svgPath([to]))).size).toBe(6);
  });
});

describe('interlacing', () => {
  it.each([
    ['octagons and squares', octagons(2, 2, 10).polygons, 67.5],
    ['decagons and bow ties', decagons(10).polygons, 54],
  ])('alternates over and under in %s: what arrives under goes straight on under', (_, polygons, degrees) => {
    const strands = polygons.flatMap((polygon) => strandsOf(polygon, degrees));
    let crossings = 0;
    for (const under of strands) {
      const next = strands.find(
        (other) => other !== under && same(other.to, under.to) && distance(other.bend, under.bend) > 1e-6,
      );
      if (!next) continue;
      crossings++;
      expect(cross(subtract(under.to, under.bend), subtract(next.bend, next.to))).toBeCloseTo(0, 6);
    }
    expect(crossings).toBeGreaterThan(8);
  });

  it('cuts the band below at the edge of the band above, and bends without a gap', () => {
    const strand = strandsOf(regular(8, [0, 0], 40), 67.5)[0];
    if (!strand) throw new Error('a star without a strand');
    const outlines = bandOf(strand, 4);
    for (const [, turn, end] of outlines) {
      if (!turn || !end) throw new Error('an outline without its points');
      const side = Math.sign(cross(strand.overTo, subtract(strand.bend, strand.to)));
      expect(cross(strand.overTo, subtract(end, strand.to))).toBeCloseTo(2 * side, 6);
    }
    const [left, right] = outlines.map(([start]) => start ?? strand.from);
    expect(distance(left ?? strand.from, right ?? strand.from)).toBeCloseTo(4, 6);
  });
});

describe('tilings', () => {
  it.each([
    ['octagons', octagons(3, 3, 10)],
    ['decagons', decagons(10)],
  ])('%s fit edge to edge, every polygon turning the same way', (_, { polygons }) => {
    for (const polygon of polygons) expect(area(polygon)).toBeGreaterThan(0);
    const edges = polygons.flatMap(edgesOf);
    for (const [a, b] of edges) {
      expect(distance(a, b)).toBeCloseTo(10, 6);
      expect(edges.filter(([c, d]) => same(a, d) && same(b, c)).length).toBeLessThanOrEqual(1);
    }
    expect(edges.filter(([a, b]) => edges.some(([c, d]) => same(a, d) && same(b, c))).length).toBeGreaterThan(
      edges.length / 2,
    );
  });

  it('fills the repeating rectangle: two decagons and two bow ties', () => {
    const { polygons, width, height } = decagons(10);
    const [decagon, tie] = [10, 6].map((n) => polygons.find((polygon) => polygon.length === n) ?? []);
    expect(2 * area(decagon ?? []) + 2 * area(tie ?? [])).toBeCloseTo(width * height, 4);
  });
});

describe('zelligeOf', () => {
  const { polygons, width, height } = octagons(4, 4, 10);
  const { stars, petals } = zelligeOf(polygons, 67.5);

  it('cuts a star in every polygon, and petals that touch two octagons and a square', () => {
    expect(stars).toHaveLength(polygons.length);
    expect(stars.filter((star) => star.length === 16)).toHaveLength(16);
    expect(new Set(petals.map((petal) => petal.length))).toEqual(new Set([6]));
  });

  it('leaves no hole and no overlap: the pieces about one octagon fill its cell', () => {
    const inner = (piece: Polygon) => {
      const [x, y] = piece.reduce(
        (sum, p) => [sum[0] + p[0] / piece.length, sum[1] + p[1] / piece.length],
        [0, 0],
      );
      return (
        x > width / 4 - 1e-6 &&
        x < (width * 3) / 4 - 1e-6 &&
        y > height / 4 - 1e-6 &&
        y < (height * 3) / 4 - 1e-6
      );
    };
    const filled = [...stars, ...petals].filter(inner).reduce((sum, piece) => sum + area(piece), 0);
    expect(filled).toBeCloseTo((width * height) / 4, 4);
  });
});

describe('pathOf', () => {
  it('writes tenths, never a negative nought', () => {
    expect(
      svgPath(
        [
          [-0.01, 1.26],
          [3, 4],
        ],
        true,
      ),
    ).toBe('M0 1.3l3 2.7z');
  });
});
