import { starOutline } from '../ornament/frames.ts';
import { type Point, pathOf } from '../ornament/geometry.ts';
import { dots } from '../ornament/scatter.ts';
import { paint } from './palette.ts';

/** Things on a table seen from the side. Each stands on the point (x, y), `size` being its scale. */
interface Props {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
}

const place = ({ x, y, size = 1 }: Props) => `translate(${x} ${y}) scale(${size})`;

const row = (count: number, step: number, y: number): Point[] =>
  Array.from({ length: count }, (_, i) => [(i - (count - 1) / 2) * step, y]);

/** A tajine under its lid, 120 wide and 118 high, with the steam of one just brought. */
export function Tajine({
  glaze,
  shade,
  band,
  ...at
}: Props & { glaze: string; shade: string; band: string }) {
  return (
    <g transform={place(at)}>
      <ellipse cx="4" cy="0" rx="66" ry="7" fill={paint.night} opacity=".45" />
      <path d="M-64-24C-62-8-48 0-34 0H34C48 0 62-8 64-24Z" fill={shade} />
      <path d="M-64-24C-62-8-48 0-34 0H-10C-30-3-42-12-44-24Z" fill={glaze} />
      <path d="M-64-24h128l-1.5 7h-125Z" fill={band} />
      <path d="M-56-27C-40-34-18-66-9-98H9C18-66 40-34 56-27 30-21-30-21-56-27Z" fill={glaze} />
      <path d="M9-98C18-66 40-34 56-27 46-24.5 34-23.5 22-23 26-44 14-74 3-98Z" fill={shade} />
      <path d="M-36-40C-14-34 14-34 36-40L42-35C16-28-16-28-42-35Z" fill={band} />
      <path d="M-18-67C-8-64 8-64 18-67L20.5-62C8-59-8-59-20.5-62Z" fill={band} />
      <path
        d={row(7, 9.6, -47)
          .map(([x, y]) => starOutline(8, 3, [x, y - Math.abs(x) * -0.06 + 1], 3.8))
          .join('')}
        fill={band}
      />
      <path d="M-9-98a10 10 0 1 1 18 0C4-95.5-4-95.5-9-98Z" fill={band} />
      <path
        d="M-46-31C-30-42-18-62-10-88"
        fill="none"
        stroke={paint.cream}
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity=".5"
      />
    </g>
  );
}

/** Wisps that rise from (x, y). */
export function Steam(at: Props) {
  return (
    <path
      transform={place(at)}
      d="M-14 0c-9-14 9-22 0-38s7-20 2-34M6-4c9-15-9-24 0-42s-7-22 1-40M24 2c8-12-6-20 1-34"
      fill="none"
      stroke={paint.cream}
      strokeWidth="2.4"
      strokeLinecap="round"
      opacity=".34"
    />
  );
}

/** A pyramid of honey pastries on a footed dish, 104 wide. */
export function PastryPyramid(at: Props) {
  const tiers = [6, 5, 4, 3, 2, 1].flatMap((count, tier) => row(count, 15.5, -26 - tier * 12.5));
  const diamond = ([x, y]: Point, by: number) =>
    pathOf(
      [
        [x - 9 * by, y],
        [x, y - 8 * by],
        [x + 9 * by, y],
        [x, y + 8 * by],
      ],
      true,
    );
  return (
    <g transform={place(at)}>
      <ellipse cx="2" cy="0" rx="34" ry="5" fill={paint.night} opacity=".45" />
      <path d="M-7-13h14L12-3c6 1 12 2 14 4h-52c2-2 8-3 14-4Z" fill={paint.amber} />
      <path d="M-54-20h108C50-13 30-10 0-10s-50-3-54-10Z" fill={paint.saffron} />
      <path d="M8-10c26-.6 42-4 46-10H30c-2 5-10 9-22 10Z" fill={paint.amber} />
      <path d={tiers.map((point) => diamond(point, 1.06)).join('')} fill={paint.soot} />
      <path d={tiers.map((point) => diamond(point, 0.94)).join('')} fill={paint.amber} />
      <path d={tiers.map(([x, y]) => diamond([x - 0.8, y - 1], 0.7)).join('')} fill={paint.saffron} />
      <path
        d={tiers
          .map(([x, y]) =>
            pathOf([
              [x - 6, y - 1],
              [x, y - 6],
              [x + 5, y - 2],
            ]),
          )
          .join('')}
        fill="none"
        stroke={paint.honey}
        strokeWidth="1.6"
      />
      <path d={dots(tiers)} stroke={paint.leaf} strokeWidth="3.6" strokeLinecap="round" />
    </g>
  );
}

/** A bowl heaped with round things (olives, falafels, chick peas), 84 wide. */
export function Bowl({
  heap,
  light,
  glaze,
  band,
  ...at
}: Props & { heap: string; light: string; glaze: string; band: string }) {
  const heaped = [row(6, 11.5, -34), row(5, 11.5, -42), row(4, 11, -49), row(2, 11, -55)].flat();
  return (
    <g transform={place(at)}>
      <ellipse cx="3" cy="0" rx="36" ry="5" fill={paint.night} opacity=".45" />
      <path d={dots(heaped)} stroke={heap} strokeWidth="15" strokeLinecap="round" />
      <path
        d={dots(heaped.map(([x, y]) => [x - 1.5, y - 2]))}
        stroke={light}
        strokeWidth="9"
        strokeLinecap="round"
      />
      <path
        d={dots(heaped.map(([x, y]) => [x - 3, y - 3.5]))}
        stroke={paint.cream}
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".6"
      />
      <path d="M-42-32h84C40-12 28-4 16-2V1h-32v-3C-28-4-40-12-42-32Z" fill={glaze} />
      <path d="M14-2v3h2v-3C28-4 40-12 42-32H28C28-16 22-6 14-2Z" fill={paint.night} opacity=".28" />
      <path
        d={row(8, 9.6, -22)
          .map((point) => starOutline(8, 3, point, 4))
          .join('')}
        fill={band}
      />
      <path d="M-42-32h84" stroke={band} strokeWidth="2.5" />
    </g>
  );
}

/** A glass of mint tea, gilded, 20 wide. */
export function TeaGlass(at: Props) {
  return (
    <g transform={place(at)}>
      <ellipse cx="2" cy="0" rx="12" ry="2.5" fill={paint.night} opacity=".45" />
      <path d="M-10-32h20L7.5 0h-15Z" fill={paint.honey} opacity=".4" />
      <path d="M-9.3-24H9.300L7.5-1.500h-15Z" fill={paint.amber} />
      <path d="M-9.3-24h8L-1-1.500h-6.500Z" fill={paint.saffron} />
      <path d="M-9.6-20h19.200M-8.2-7h16.4" stroke={paint.cream} strokeWidth="1.6" />
      <path d="M-2-30c-6-6-8-13-4-18 4 4 6 10 5 17 3-5 8-8 13-7-2 6-7 9-13 10Z" fill={paint.leaf} />
    </g>
  );
}

/** A silver teapot with its long spout, 100 wide. */
export function Teapot(at: Props) {
  return (
    <g transform={place(at)}>
      <ellipse cx="2" cy="0" rx="30" ry="4" fill={paint.night} opacity=".45" />
      <path d="M26-34c14 2 16-22 26-26l4 5c-8 4-10 34-30 33Z" fill={paint.sand} />
      <path d="M-26-44c-26-8-26 30-2 28" fill="none" stroke={paint.crust} strokeWidth="5" />
      <path d="M-22 0c-12-10-12-30 2-44 6-6 8-10 8-14h24c0 4 2 8 8 14 14 14 14 34 2 44Z" fill={paint.sand} />
      <path d="M4-58h8c0 4 2 8 8 14 14 14 14 34 2 44H8C20-14 18-36 4-58Z" fill={paint.crust} />
      <path d="M-14-58C-12-70-5-74 0-78 5-74 12-70 14-58Z" fill={paint.sand} />
      <circle cy="-80" r="4" fill={paint.saffron} />
      <path d="M-30-26h60M-26-36h52" stroke={paint.amber} strokeWidth="1.6" />
      <path
        d={row(6, 9.5, -31)
          .map((point) => starOutline(8, 3, point, 3.4))
          .join('')}
        fill={paint.amber}
      />
      <path
        d="M-18-8c-6-10-4-22 4-34"
        fill="none"
        stroke={paint.cream}
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".8"
      />
    </g>
  );
}

/** A pierced lantern that hangs from `drop` above its ring; its glow is the scene's affair. */
export function Lantern({ drop, glass, ...at }: Props & { drop: number; glass: string }) {
  return (
    <g transform={place(at)}>
      <path d={`M0 ${-drop}V0`} stroke={paint.amber} strokeWidth="1.6" />
      <circle cy="3" r="4.5" fill="none" stroke={paint.saffron} strokeWidth="2" />
      <path d="M-6 8h12L20 26h-40Z" fill={paint.amber} />
      <path d="M-20 26h40l-5 42h-30Z" fill={glass} />
      <path d="M-20 26h13l2 42h-10ZM7 26h13l-5 42H5Z" fill={paint.amber} opacity=".55" />
      <path d={starOutline(8, 3, [0, 46], 10)} fill={paint.cream} />
      <path d={starOutline(8, 3, [-12, 46], 4.5) + starOutline(8, 3, [12, 46], 4.5)} fill={paint.honey} />
      <path d="M-22 24h44v4h-44ZM-16 66h32v4h-32Z" fill={paint.saffron} />
      <path d="M-11 70h22L5 80h-10Z" fill={paint.amber} />
      <circle cy="84" r="3" fill={paint.saffron} />
    </g>
  );
}
