import { starOutline } from '../ornament/frames.ts';
import { diamond, type Point, regular, svgPath } from '../ornament/geometry.ts';
import { Round } from '../ornament/Round.tsx';
import { dashes, dots, ring, seeds } from '../ornament/scatter.ts';
import { paint } from '../palette.ts';
import { Dish, type DishProps } from './Dish.tsx';

/** A round tray of baklava: a lattice of 60°, honey, one pistachio a piece. */
export function Baklava({ className }: DishProps) {
  const rows = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
  const pieces = rows
    .flatMap((i) => rows.map((j): Point => [(i + j) * 15.4, (i - j) * 9]))
    .filter((point) => Math.hypot(...point) < 66);
  const piece = (centre: Point, by: number) => svgPath(diamond(centre, 14 * by, 8 * by), true);
  return (
    <Dish className={className}>
      <circle r="98" fill={paint.amber} />
      <circle r="95" fill="none" stroke={paint.honey} strokeWidth="1.5" />
      <path
        d={ring(36, 87)
          .map((point) =>
            svgPath(regular(4, point, 6, (Math.atan2(point[1], point[0]) * 180) / Math.PI + 45), true),
          )
          .join('')}
        fill={paint.clay}
      />
      <circle r="78" fill={paint.clay} />
      <circle r="78" fill="none" stroke={paint.honey} strokeWidth="1.5" />
      <path d={pieces.map(([x, y]) => piece([x + 1, y + 2.5], 1)).join('')} fill={paint.soot} />
      <path d={pieces.map((point) => piece(point, 1)).join('')} fill={paint.amber} />
      <path d={pieces.map(([x, y]) => piece([x - 0.5, y - 0.8], 0.8)).join('')} fill={paint.saffron} />
      <path
        d={pieces
          .map(([x, y]) =>
            svgPath([
              [x - 10, y - 0.6],
              [x, y - 6.2],
              [x + 9, y - 1],
            ]),
          )
          .join('')}
        fill="none"
        stroke={paint.honey}
        strokeWidth="1.6"
      />
      <Round d={dashes(pieces, 3)} stroke={paint.moss} strokeWidth="4" />
    </Dish>
  );
}

/** A gilded glass of mint tea on its saucer. */
export function Tea({ className }: DishProps) {
  return (
    <Dish className={className}>
      <circle r="97" fill={paint.terracotta} />
      <path d={starOutline(16, 5, [0, 0], 94)} fill={paint.clay} />
      <circle r="66" fill={paint.night} opacity=".45" cx="4" cy="6" />
      <circle r="62" fill={paint.honey} />
      <circle r="57" fill={paint.clay} />
      <circle r="55" fill={paint.amber} />
      <circle r="40" cx="-6" cy="-8" fill={paint.saffron} opacity=".8" />
      <Round d={dots(seeds(34, 46, [-3, 6], 20))} stroke={paint.honey} strokeWidth="3.2" opacity=".75" />
      {[-150, -60, 10].map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d="M4 0C12-15 32-15 42 0 32 14 12 14 4 0Z" fill={paint.moss} />
          <path
            d="M6 0h33M15 0l6-7M25 0l6-6M15 0l6 7M25 0l6 6"
            stroke={paint.leaf}
            strokeWidth="1.5"
            fill="none"
          />
        </g>
      ))}
      <Round d="M-44-34A56 56 0 0 1-10-54" fill="none" stroke={paint.cream} strokeWidth="3" opacity=".8" />
    </Dish>
  );
}

/** A round loaf with sesame. */
export function Bread({ className }: DishProps) {
  const dents = [...ring(10, 62), ...ring(5, 30, 18)];
  return (
    <Dish className={className}>
      <circle r="94" cx="3" cy="4" fill={paint.clay} />
      <circle r="94" fill={paint.crust} />
      <circle r="80" cx="-5" cy="-6" fill={paint.sand} />
      <circle r="62" cx="-9" cy="-11" fill={paint.cream} opacity=".5" />
      <Round d={dots(dents)} stroke={paint.crust} strokeWidth="13" />
      <Round d={dots(dents)} stroke={paint.clay} strokeWidth="6" opacity=".55" />
      <Round d={dashes(seeds(120, 78), 3.4)} stroke={paint.cream} strokeWidth="2.4" />
      <Round d={dashes(seeds(30, 76, [0, 0], 50), 3.4)} stroke={paint.clay} strokeWidth="2" />
    </Dish>
  );
}
