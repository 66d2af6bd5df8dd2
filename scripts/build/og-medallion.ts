import { tenfold } from '#site/components/caterer/ornament/strapwork.ts';

/**
 * A round window on the ten-fold weave, a star in its middle, as SVG shapes.
 * @param centre in px
 * @param radius in px
 * @param edge of the weave's polygons, in px
 */
export function medallion(
  [x, y]: readonly [number, number],
  radius: number,
  edge: number,
  line: string,
): string {
  const { d, width, height } = tenfold(edge, edge / 7);
  const ring = (r: number) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${line}"/>`;
  return `<pattern id="weave" x="${x}" y="${y}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">
      <path d="${d}" fill="none" stroke="${line}" stroke-width="1.5" stroke-opacity=".72"/>
    </pattern>
    <circle cx="${x}" cy="${y}" r="${radius}" fill="url(#weave)"/>
    ${ring(radius)}${ring(radius + 9)}`;
}
