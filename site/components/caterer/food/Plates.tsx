import { type Point, scale, svgPath } from '../ornament/geometry.ts';
import { Round } from '../ornament/Round.tsx';
import { dashes, dots, ring, seeds, slice } from '../ornament/scatter.ts';
import { paint } from '../palette.ts';
import { Dish, type DishProps, Rim, Turned } from './Dish.tsx';

/** Couscous of seven vegetables: grain, sticks laid as rays, chick peas, raisins, coriander. */
export function Couscous({ className }: DishProps) {
  const rays = (radius: number, length: number, start: number) =>
    ring(7, radius, start)
      .map((point) => svgPath([point, scale(point, (radius + length) / radius)]))
      .join('');
  return (
    <Dish className={className}>
      <Rim glaze={paint.cream} line={paint.terracotta} well={paint.amber} />
      <circle r="68" fill={paint.saffron} />
      <circle r="54" cx="-4" cy="-5" fill={paint.honey} opacity=".75" />
      <Turned id="couscous-grain" times={7}>
        <path d={dots(slice(seeds(420, 67), 7))} stroke={paint.honey} strokeWidth="2.2" />
        <path d={dots(slice(seeds(170, 66, [1, 1], 40), 7))} stroke={paint.amber} strokeWidth="1.7" />
        <path d={dots(slice(seeds(110, 60, [-2, -2], 80), 7))} stroke={paint.cream} strokeWidth="1.7" />
      </Turned>
      <g strokeLinecap="round" fill="none">
        <path
          d={rays(21, 30, 2)}
          stroke={paint.clay}
          strokeWidth="13"
          opacity=".55"
          transform="translate(1.5 2.5)"
        />
        <path d={rays(21, 30, 0)} stroke={paint.terracotta} strokeWidth="11" />
        <path d={rays(23, 25, -3)} stroke={paint.ember} strokeWidth="3" />
        <path
          d={rays(23, 24, 27.7)}
          stroke={paint.bottle}
          strokeWidth="12"
          opacity=".6"
          transform="translate(1.5 2.5)"
        />
        <path d={rays(23, 24, 25.7)} stroke={paint.moss} strokeWidth="10.5" />
        <path d={rays(25, 20, 24.5)} stroke={paint.leaf} strokeWidth="5" />
      </g>
      <Round d={dots(seeds(26, 20))} stroke={paint.amber} strokeWidth="8.6" />
      <Round d={dots(seeds(26, 20, [-0.8, -1]))} stroke={paint.sand} strokeWidth="7" />
      <Round d={dots(seeds(16, 62, [0, 0], 15))} stroke={paint.soot} strokeWidth="4" />
      <Round d={dashes(seeds(22, 52, [0, 0], 60), 5)} stroke={paint.moss} strokeWidth="2.6" />
    </Dish>
  );
}

/** Orange slices with cinnamon and mint. */
export function Oranges({ className }: DishProps) {
  const slices: Point[] = [...ring(7, 43, 12), [0, 0]];
  const segments = ring(9, 17)
    .map((point) => svgPath([scale(point, 0.16), point]))
    .join('');
  return (
    <Dish className={className}>
      <Rim glaze={paint.fig} line={paint.saffron} well={paint.night} />
      {slices.map(([x, y], i) => (
        <g key={`${x} ${y}`} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${i * 17})`}>
          <circle r="25" cx="1.5" cy="2.5" fill={paint.night} opacity=".5" />
          <circle r="24.5" fill={paint.ember} />
          <circle r="21.5" fill={paint.cream} />
          <circle r="19.5" fill={paint.saffron} />
          <circle r="12" fill={paint.honey} opacity=".55" />
          <path d={segments} stroke={paint.cream} strokeWidth="1.3" />
        </g>
      ))}
      <Turned id="cinnamon" times={3}>
        <path
          d={dots(slice(seeds(150, 58, [2, 0], 33), 3))}
          stroke={paint.clay}
          strokeWidth="1.5"
          opacity=".85"
        />
      </Turned>
      {[-20, 70, 160].map((turn) => (
        <g key={turn} transform={`rotate(${turn}) translate(7 0)`}>
          <path d="M0 0C7-10 20-10 28 0 20 9 7 9 0 0Z" fill={paint.moss} />
          <path
            d="M2 0h23M9 0l4-5M16 0l4-4M9 0l4 5M16 0l4 4"
            stroke={paint.leaf}
            strokeWidth="1"
            fill="none"
          />
        </g>
      ))}
    </Dish>
  );
}

/** Olives and a preserved lemon in a glazed bowl. */
export function Olives({ className }: DishProps) {
  const olives = seeds(30, 58);
  const pick = (part: number) => olives.filter((_, i) => i % 3 === part);
  return (
    <Dish className={className}>
      <Rim glaze={paint.bottle} line={paint.cream} well={paint.night} />
      <Round
        d={dashes(
          olives.map(([x, y]) => [x + 1.5, y + 2.5]),
          6,
        )}
        stroke={paint.night}
        strokeWidth="19"
      />
      <Round d={dashes(pick(0), 5)} stroke={paint.moss} strokeWidth="17" />
      <Round d={dashes(pick(1), 5)} stroke={paint.mauve} strokeWidth="17" />
      <Round d={dashes(pick(2), 5)} stroke={paint.leaf} strokeWidth="17" />
      <Round
        d={dots(olives.map(([x, y]) => [x - 3, y - 4]))}
        stroke={paint.cream}
        strokeWidth="3.4"
        opacity=".6"
      />
      <g transform="translate(16 12) rotate(24)">
        <path d="M-32 0A32 32 0 0 0 32 0Z" fill={paint.saffron} />
        <path d="M-28 0A28 28 0 0 0 28 0Z" fill={paint.cream} />
        <path d="M-25 1A25 25 0 0 0 25 1Z" fill={paint.honey} />
        <path d="M0 1v24M0 1-18 17M0 1 18 17" stroke={paint.cream} strokeWidth="2" />
      </g>
    </Dish>
  );
}
