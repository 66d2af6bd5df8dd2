import { stars } from '../ornament/frames.ts';
import { diamond, type Point, svgPath } from '../ornament/geometry.ts';
import { Round } from '../ornament/Round.tsx';
import { dots } from '../ornament/scatter.ts';
import { paint } from '../palette.ts';
import { place, row, type Standing } from './standing.ts';

/** A tajine under its lid, 120 wide and 118 high, with the steam of one just brought. */
export function Tajine({
  glaze,
  shade,
  band,
  ...at
}: Standing & { glaze: string; shade: string; band: string }) {
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
        d={stars(
          row(7, 9.6, -47).map(([x, y]) => [x, y - Math.abs(x) * -0.06 + 1]),
          3.8,
        )}
        fill={band}
      />
      <path d="M-9-98a10 10 0 1 1 18 0C4-95.5-4-95.5-9-98Z" fill={band} />
      <Round d="M-46-31C-30-42-18-62-10-88" fill="none" stroke={paint.cream} strokeWidth="2.5" opacity=".5" />
    </g>
  );
}

/** Wisps that rise from (x, y). */
export function Steam(at: Standing) {
  return (
    <Round
      transform={place(at)}
      d="M-14 0c-9-14 9-22 0-38s7-20 2-34M6-4c9-15-9-24 0-42s-7-22 1-40M24 2c8-12-6-20 1-34"
      fill="none"
      stroke={paint.cream}
      strokeWidth="2.4"
      opacity=".34"
    />
  );
}

/** A pyramid of honey pastries on a footed dish, 104 wide. */
export function PastryPyramid(at: Standing) {
  const tiers = [6, 5, 4, 3, 2, 1].flatMap((count, tier) => row(count, 15.5, -26 - tier * 12.5));
  const piece = (centre: Point, by: number) => svgPath(diamond(centre, 9 * by, 8 * by), true);
  return (
    <g transform={place(at)}>
      <ellipse cx="2" cy="0" rx="34" ry="5" fill={paint.night} opacity=".45" />
      <path d="M-7-13h14L12-3c6 1 12 2 14 4h-52c2-2 8-3 14-4Z" fill={paint.amber} />
      <path d="M-54-20h108C50-13 30-10 0-10s-50-3-54-10Z" fill={paint.saffron} />
      <path d="M8-10c26-.6 42-4 46-10H30c-2 5-10 9-22 10Z" fill={paint.amber} />
      <path d={tiers.map((point) => piece(point, 1.06)).join('')} fill={paint.soot} />
      <path d={tiers.map((point) => piece(point, 0.94)).join('')} fill={paint.amber} />
      <path d={tiers.map(([x, y]) => piece([x - 0.8, y - 1], 0.7)).join('')} fill={paint.saffron} />
      <path
        d={tiers
          .map(([x, y]) =>
            svgPath([
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
      <Round d={dots(tiers)} stroke={paint.leaf} strokeWidth="3.6" />
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
}: Standing & { heap: string; light: string; glaze: string; band: string }) {
  const heaped = [row(6, 11.5, -34), row(5, 11.5, -42), row(4, 11, -49), row(2, 11, -55)].flat();
  return (
    <g transform={place(at)}>
      <ellipse cx="3" cy="0" rx="36" ry="5" fill={paint.night} opacity=".45" />
      <Round d={dots(heaped)} stroke={heap} strokeWidth="15" />
      <Round d={dots(heaped.map(([x, y]) => [x - 1.5, y - 2]))} stroke={light} strokeWidth="9" />
      <Round
        d={dots(heaped.map(([x, y]) => [x - 3, y - 3.5]))}
        stroke={paint.cream}
        strokeWidth="2"
        opacity=".6"
      />
      <path d="M-42-32h84C40-12 28-4 16-2V1h-32v-3C-28-4-40-12-42-32Z" fill={glaze} />
      <path d="M14-2v3h2v-3C28-4 40-12 42-32H28C28-16 22-6 14-2Z" fill={paint.night} opacity=".28" />
      <path d={stars(row(8, 9.6, -22), 4)} fill={band} />
      <path d="M-42-32h84" stroke={band} strokeWidth="2.5" />
    </g>
  );
}
