import { PastryPyramid, Steam, Tajine } from '../food/Fare.tsx';
import { TeaGlass, Teapot } from '../food/Tableware.tsx';
import { lobedArch } from '../ornament/frames.ts';
import type { Point } from '../ornament/geometry.ts';
import { dots } from '../ornament/scatter.ts';
import { eightfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import { ZelligePattern } from '../ornament/ZelligePattern.tsx';
import { paint } from '../palette.ts';

const NICHES = [34, 150, 266];
const LAMPS: readonly Point[] = [
  [136, 140],
  [264, 140],
];
const rowOf = (count: number, from: number, step: number, y: number): Point[] =>
  Array.from({ length: count }, (_, i) => [from + i * step, y]);

/** The counter of tajines and sweets: lit niches, three lids, glass cases full of honey. 400 by 520. */
export function Counter() {
  return (
    <>
      <defs>
        <radialGradient id="counter-glow" cx=".5" cy=".5" r=".5">
          <stop offset="0" stopColor={paint.honey} stopOpacity=".8" />
          <stop offset="1" stopColor={paint.saffron} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="counter-niche" x2="0" y2="1">
          <stop offset="0" stopColor={paint.clay} />
          <stop offset="1" stopColor={paint.saffron} />
        </linearGradient>
        <WeavePattern id="counter-wall" weave={eightfold(20, 3)} stroke={paint.mauve} opacity={0.75} />
        <ZelligePattern
          id="counter-tiles"
          edge={13}
          grout={paint.night}
          stars={[paint.cream, paint.leaf]}
          small={paint.saffron}
          petals={paint.terracotta}
        />
      </defs>
      <rect width="400" height="520" fill={paint.fig} />
      <rect width="400" height="300" fill="url(#counter-wall)" />
      {NICHES.map((x) => (
        <g key={x}>
          <path d={lobedArch(x - 5, 101, 110, 152, 4)} fill={paint.amber} />
          <path d={lobedArch(x, 108, 100, 140, 4)} fill="url(#counter-niche)" />
        </g>
      ))}
      <path d="M24 248H376v9H24Z" fill={paint.crust} />
      <path d="M24 257H376v14H24Z" fill={paint.night} opacity=".35" />
      <Teapot x={200} y={248} size={0.82} />
      <g transform="translate(64 248)">
        <path
          d="M-14 0c-10-18-6-34 2-42 4-4 5-8 5-13H7c0 5 1 9 5 13 8 8 12 24 2 42Z"
          fill={paint.bottle}
          transform="translate(10 0)"
        />
        <path d="M-2-14H24" stroke={paint.leaf} strokeWidth="3" />
        <path d="M30 0c-7-12-4-24 1-29 3-3 3-6 3-9h12c0 3 0 6 3 9 5 5 8 17 1 29Z" fill={paint.cream} />
        <path d="M29-14h22" stroke={paint.terracotta} strokeWidth="3" />
      </g>
      <g transform="translate(300 248)">
        <path d="M-20-36h26V-3a3 3 0 0 1-3 3h-20a3 3 0 0 1-3-3Z" fill={paint.cream} opacity=".85" />
        <path d="M-20-24h26V-3a3 3 0 0 1-3 3h-20a3 3 0 0 1-3-3Z" fill={paint.amber} />
        <path d="M-21-44h28v9h-28Z" fill={paint.clay} />
        <path d="M16-28h26V-3a3 3 0 0 1-3 3H19a3 3 0 0 1-3-3Z" fill={paint.leaf} />
        <path d="M15-36h28v9H15Z" fill={paint.sand} />
      </g>
      {LAMPS.map(([x, y]) => (
        <g key={x}>
          <circle cx={x} cy={y - 26} r="105" fill="url(#counter-glow)" opacity=".6" />
          <path d={`M${x} 0V${y - 66}`} stroke={paint.night} strokeWidth="2.5" />
          <path d={`M${x - 34} ${y - 34}c4-22 18-32 34-34 16 2 30 12 34 34Z`} fill={paint.amber} />
          <path d={`M${x + 6} ${y - 67}c14 3 25 13 28 33h-16c0-14-4-25-12-33Z`} fill={paint.clay} />
          <path d={`M${x - 34} ${y - 34}h68c-6 8-62 8-68 0Z`} fill={paint.honey} />
        </g>
      ))}

      <Tajine x={80} y={372} size={0.92} glaze={paint.bottle} shade={paint.plum} band={paint.leaf} />
      <Tajine x={322} y={372} size={0.92} glaze={paint.cream} shade={paint.sand} band={paint.terracotta} />
      <Steam x={200} y={236} size={0.95} />
      <Tajine x={200} y={374} size={1.18} glaze={paint.terracotta} shade={paint.clay} band={paint.honey} />
      <TeaGlass x={136} y={374} size={0.9} />
      <TeaGlass x={270} y={374} size={0.9} />
      <path d="M12 372H388v12H12Z" fill={paint.crust} />
      <path d="M12 380H388v5H12Z" fill={paint.soot} />

      <path d="M22 385H378v92H22Z" fill={paint.soot} />
      <path d="M22 385H378v92H22Z" fill="url(#counter-glow)" opacity=".55" />
      <path d="M30 430H136v4H30ZM264 430H370v4H264Z" fill={paint.honey} opacity=".7" />
      <PastryPyramid x={200} y={476} size={0.84} />
      <g strokeLinecap="round">
        <path d={dots(rowOf(7, 40, 15, 421))} stroke={paint.sand} strokeWidth="15" />
        <path d={dots(rowOf(7, 39, 15, 419))} stroke={paint.cream} strokeWidth="9" />
        <path d={dots(rowOf(7, 272, 15, 421))} stroke={paint.clay} strokeWidth="15" />
        <path d={dots(rowOf(7, 271, 15, 419))} stroke={paint.ember} strokeWidth="9" />
        <path d={dots(rowOf(6, 42, 17.5, 468))} stroke={paint.amber} strokeWidth="17" />
        <path d={dots(rowOf(6, 41, 17.5, 465))} stroke={paint.honey} strokeWidth="9" />
        <path d={dots(rowOf(6, 42, 17.5, 464))} stroke={paint.moss} strokeWidth="3.5" />
        <path d={dots(rowOf(6, 272, 17.5, 468))} stroke={paint.crust} strokeWidth="17" />
        <path d={dots(rowOf(6, 271, 17.5, 465))} stroke={paint.sand} strokeWidth="10" />
        <path d={dots(rowOf(6, 271, 17.5, 464))} stroke={paint.clay} strokeWidth="3.5" />
      </g>
      <path
        d="M22 385H378v92H22ZM144 385v92M256 385v92"
        fill="none"
        stroke={paint.honey}
        strokeWidth="2"
        opacity=".8"
      />
      <path
        d="M60 385 30 477M82 385 52 477M300 385 270 477"
        stroke={paint.cream}
        strokeWidth="5"
        opacity=".1"
      />
      <path d="M12 477H388v43H12Z" fill="url(#counter-tiles)" />
      <path d="M12 477H388v6H12Z" fill={paint.crust} />
    </>
  );
}
