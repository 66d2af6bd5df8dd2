import { add, direction, type Point, scale, svgPath } from './geometry.ts';

/**
 * A pointed arch with lobes, standing on y = `height`, as the `d` of a closed path.
 * @param width of the opening
 * @param height from the floor to the tip
 * @param lobes on each side
 */
export function lobedArch(left: number, top: number, width: number, height: number, lobes: number): string {
  const half = width / 2;
  const rise = width * 0.72;
  const centre = left + half;
  const spring = top + rise;
  // The circle through the spring line and the tip, its centre on the spring line beyond the middle.
  const beyond = (rise ** 2 - half ** 2) / (2 * half);
  const radius = half + beyond;
  const sweep = (Math.asin(rise / radius) * 180) / Math.PI;
  const side = Array.from({ length: lobes + 1 }, (_, i): Point => {
    const [x, y] = scale(direction(180 + (sweep * i) / lobes), radius);
    return [x + beyond, y];
  });
  const points = [
    ...side,
    ...side
      .toReversed()
      .slice(1)
      .map(([x, y]): Point => [-x, y]),
  ];
  const lobe = (sweep / lobes) * (Math.PI / 180) * radius * 0.56;
  const arcs = points.slice(1).map((point) => `A${lobe.toFixed(1)} ${lobe.toFixed(1)} 0 0 1 ${at(point)}`);
  const floor = top + height;
  return `M${left} ${floor}L${at(points[0] ?? [0, 0])}${arcs.join('')}L${left + width} ${floor}Z`;

  function at([x, y]: Point): string {
    return `${(centre + x).toFixed(1)} ${(spring + y).toFixed(1)}`;
  }
}

/** Stars of eight points about `centres`, their tips at `radius`, as the `d` of one path. */
export function stars(centres: readonly Point[], radius: number): string {
  return centres.map((centre) => starOutline(8, 3, centre, radius)).join('');
}

/** The outline of the star {points/skip} about `centre`, its tips at `radius`, one of them pointing up. */
export function starOutline(points: number, skip: number, centre: Point, radius: number): string {
  const inner = (radius * Math.cos((Math.PI * skip) / points)) / Math.cos((Math.PI * (skip - 1)) / points);
  const corners = Array.from({ length: points * 2 }, (_, i) =>
    add(centre, scale(direction(-90 + (i * 180) / points), i % 2 === 0 ? radius : inner)),
  );
  return svgPath(corners, true);
}
