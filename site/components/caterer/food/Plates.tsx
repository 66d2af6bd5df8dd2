import { starOutline } from '../ornament/frames.ts';
import { type Point, pathOf, regular, scale } from '../ornament/geometry.ts';
import { dashes, dots, ring, seeds } from '../ornament/scatter.ts';
import { paint } from './palette.ts';

/** Dishes seen from above, each in a drawing from -100 to 100. They say nothing to a reader: the words do. */
interface Props {
  readonly className?: string | undefined;
}

function Dish({ className, children }: Props & { readonly children: React.ReactNode }) {
  return (
    <svg className={className} viewBox="-100 -100 200 200" aria-hidden="true">
      {children}
      <path d="M69-69A98 98 0 0 1-69 69A101 101 0 0 0 69-69Z" fill={paint.night} opacity=".22" />
      <path d="M-69 69A98 98 0 0 1 69-69A100 100 0 0 0-69 69Z" fill={paint.cream} opacity=".13" />
    </svg>
  );
}

/** A glazed rim with a painted ring of stars and dots. */
function Rim({
  glaze,
  line,
  well,
}: {
  readonly glaze: string;
  readonly line: string;
  readonly well: string;
}) {
  return (
    <>
      <circle r="98" fill={glaze} />
      <circle r="96" fill="none" stroke={line} strokeWidth="1.2" />
      <path
        d={ring(20, 86)
          .map((point) => starOutline(8, 3, point, 6.4))
          .join('')}
        fill={line}
      />
      <path d={dots(ring(20, 86, 9))} stroke={line} strokeWidth="3.4" strokeLinecap="round" />
      <circle r="76" fill="none" stroke={line} strokeWidth="1.2" />
      <circle r="72" fill={well} />
      <path d="M-69-69a98 98 0 0 1 138 0" fill="none" stroke={paint.cream} strokeWidth="1.5" opacity=".35" />
    </>
  );
}

/** Couscous of seven vegetables: grain, sticks laid as rays, chick peas, raisins, coriander. */
export function Couscous({ className }: Props) {
  const rays = (radius: number, length: number, start: number) =>
    ring(7, radius, start)
      .map((point) => pathOf([point, scale(point, (radius + length) / radius)]))
      .join('');
  return (
    <Dish className={className}>
      <Rim glaze={paint.cream} line={paint.terracotta} well={paint.amber} />
      <circle r="68" fill={paint.saffron} />
      <circle r="54" cx="-4" cy="-5" fill={paint.honey} opacity=".75" />
      <path d={dots(seeds(420, 67))} stroke={paint.honey} strokeWidth="2.2" strokeLinecap="round" />
      <path
        d={dots(seeds(170, 66, [1, 1], 40))}
        stroke={paint.amber}
        strokeWidth="1.7"
        strokeLinecap="round"
      />
      <path
        d={dots(seeds(110, 60, [-2, -2], 80))}
        stroke={paint.cream}
        strokeWidth="1.7"
        strokeLinecap="round"
      />
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
      <path d={dots(seeds(26, 20))} stroke={paint.amber} strokeWidth="8.6" strokeLinecap="round" />
      <path d={dots(seeds(26, 20, [-0.8, -1]))} stroke={paint.sand} strokeWidth="7" strokeLinecap="round" />
      <path d={dots(seeds(16, 62, [0, 0], 15))} stroke={paint.soot} strokeWidth="4" strokeLinecap="round" />
      <path
        d={dashes(seeds(22, 52, [0, 0], 60), 5)}
        stroke={paint.moss}
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </Dish>
  );
}

/** Orange slices with cinnamon and mint. */
export function Oranges({ className }: Props) {
  const slices: Point[] = [...ring(7, 43, 12), [0, 0]];
  const segments = ring(9, 17)
    .map((point) => pathOf([scale(point, 0.16), point]))
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
      <path
        d={dots(seeds(150, 58, [2, 0], 33))}
        stroke={paint.clay}
        strokeWidth="1.5"
        strokeLinecap="round"
        opacity=".85"
      />
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

/** A round tray of baklava: a lattice of 60°, honey, one pistachio a piece. */
export function Baklava({ className }: Props) {
  const rows = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
  const pieces = rows
    .flatMap((i) => rows.map((j): Point => [(i + j) * 15.4, (i - j) * 9]))
    .filter((point) => Math.hypot(...point) < 66);
  const diamond = ([x, y]: Point, by: number) =>
    pathOf(
      [
        [x - 14 * by, y],
        [x, y - 8 * by],
        [x + 14 * by, y],
        [x, y + 8 * by],
      ],
      true,
    );
  return (
    <Dish className={className}>
      <circle r="98" fill={paint.amber} />
      <circle r="95" fill="none" stroke={paint.honey} strokeWidth="1.5" />
      <path
        d={ring(36, 87)
          .map((point) =>
            pathOf(regular(4, point, 6, (Math.atan2(point[1], point[0]) * 180) / Math.PI + 45), true),
          )
          .join('')}
        fill={paint.clay}
      />
      <circle r="78" fill={paint.clay} />
      <circle r="78" fill="none" stroke={paint.honey} strokeWidth="1.5" />
      <path d={pieces.map(([x, y]) => diamond([x + 1, y + 2.5], 1)).join('')} fill={paint.soot} />
      <path d={pieces.map((point) => diamond(point, 1)).join('')} fill={paint.amber} />
      <path d={pieces.map(([x, y]) => diamond([x - 0.5, y - 0.8], 0.8)).join('')} fill={paint.saffron} />
      <path
        d={pieces
          .map(([x, y]) =>
            pathOf([
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
      <path d={dashes(pieces, 3)} stroke={paint.moss} strokeWidth="4" strokeLinecap="round" />
    </Dish>
  );
}

/** Olives and a preserved lemon in a glazed bowl. */
export function Olives({ className }: Props) {
  const olives = seeds(30, 58);
  const pick = (part: number) => olives.filter((_, i) => i % 3 === part);
  return (
    <Dish className={className}>
      <Rim glaze={paint.bottle} line={paint.cream} well={paint.night} />
      <path
        d={dashes(
          olives.map(([x, y]) => [x + 1.5, y + 2.5]),
          6,
        )}
        stroke={paint.night}
        strokeWidth="19"
        strokeLinecap="round"
      />
      <path d={dashes(pick(0), 5)} stroke={paint.moss} strokeWidth="17" strokeLinecap="round" />
      <path d={dashes(pick(1), 5)} stroke={paint.mauve} strokeWidth="17" strokeLinecap="round" />
      <path d={dashes(pick(2), 5)} stroke={paint.leaf} strokeWidth="17" strokeLinecap="round" />
      <path
        d={dots(olives.map(([x, y]) => [x - 3, y - 4]))}
        stroke={paint.cream}
        strokeWidth="3.4"
        strokeLinecap="round"
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

/** A gilded glass of mint tea on its saucer. */
export function Tea({ className }: Props) {
  return (
    <Dish className={className}>
      <circle r="97" fill={paint.terracotta} />
      <path d={starOutline(16, 5, [0, 0], 94)} fill={paint.clay} />
      <circle r="66" fill={paint.night} opacity=".45" cx="4" cy="6" />
      <circle r="62" fill={paint.honey} />
      <circle r="57" fill={paint.clay} />
      <circle r="55" fill={paint.amber} />
      <circle r="40" cx="-6" cy="-8" fill={paint.saffron} opacity=".8" />
      <path
        d={dots(seeds(34, 46, [-3, 6], 20))}
        stroke={paint.honey}
        strokeWidth="3.2"
        strokeLinecap="round"
        opacity=".75"
      />
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
      <path
        d="M-44-34A56 56 0 0 1-10-54"
        fill="none"
        stroke={paint.cream}
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".8"
      />
    </Dish>
  );
}

/** A round loaf with sesame. */
export function Bread({ className }: Props) {
  return (
    <Dish className={className}>
      <circle r="94" cx="3" cy="4" fill={paint.clay} />
      <circle r="94" fill={paint.crust} />
      <circle r="80" cx="-5" cy="-6" fill={paint.sand} />
      <circle r="62" cx="-9" cy="-11" fill={paint.cream} opacity=".5" />
      <path
        d={dots(ring(10, 62).concat(ring(5, 30, 18)))}
        stroke={paint.crust}
        strokeWidth="13"
        strokeLinecap="round"
      />
      <path
        d={dots(ring(10, 62).concat(ring(5, 30, 18)))}
        stroke={paint.clay}
        strokeWidth="6"
        strokeLinecap="round"
        opacity=".55"
      />
      <path d={dashes(seeds(120, 78), 3.4)} stroke={paint.cream} strokeWidth="2.4" strokeLinecap="round" />
      <path
        d={dashes(seeds(30, 76, [0, 0], 50), 3.4)}
        stroke={paint.clay}
        strokeWidth="2"
        strokeLinecap="round"
      />
    </Dish>
  );
}
