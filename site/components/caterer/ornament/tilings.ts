import { add, apothem, direction, type Point, type Polygon, regular, scale } from './geometry.ts';

/** Polygons that fit edge to edge and, for a pattern, the size of the rectangle that repeats. */
export interface Tiling {
  readonly polygons: readonly Polygon[];
  readonly width: number;
  readonly height: number;
}

/** Octagons and squares: `columns` by `rows` octagons from the origin, and the squares between and around them. */
export function octagons(columns: number, rows: number, edge: number): Tiling {
  const step = 2 * apothem(8, edge);
  const polygons: Polygon[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const corner: Point = [column * step, row * step];
      polygons.push(regular(4, corner, edge, 45));
      if (row < rows && column < columns) polygons.push(regular(8, add(corner, [step / 2, step / 2]), edge));
    }
  }
  return { polygons, width: columns * step, height: rows * step };
}

/**
 * Decagons edge to edge on a lattice of 72°, and the bow ties left between them: two of the five girih tiles.
 * The polygons cover one repeating rectangle with its middle and corners on decagons.
 */
export function decagons(edge: number): Tiling {
  const step = 2 * apothem(10, edge);
  const a = scale(direction(36), step);
  const b = scale(direction(-36), step);
  const [width, height] = [a[0] + b[0], a[1] - b[1]];
  const polygons: Polygon[] = [];
  for (let i = -1; i <= 2; i++) {
    for (let j = -1; j <= 2; j++) {
      const centre = add(scale(a, i), scale(b, j));
      polygons.push(regular(10, centre, edge, 36), bowTie(centre, a, b, edge));
    }
  }
  return { polygons, width, height };
}

/** What four decagons around a rhombus leave free: their edges that face its middle. */
function bowTie(centre: Point, a: Point, b: Point, edge: number): Polygon {
  const corner = (at: Point, degrees: number) =>
    add(at, scale(direction(degrees), edge / (2 * Math.sin(Math.PI / 10))));
  const far = add(centre, add(a, b));
  return [
    corner(centre, -18),
    corner(add(centre, b), 54 + 36),
    corner(far, 180 + 18),
    corner(far, 180 - 18),
    corner(add(centre, a), -90),
    corner(centre, 18),
  ];
}
