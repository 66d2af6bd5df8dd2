import { Bowl, PastryPyramid, Tajine } from '../food/Fare.tsx';
import { starOutline } from '../ornament/frames.ts';
import type { Point } from '../ornament/geometry.ts';
import { Round } from '../ornament/Round.tsx';
import { dashes, dots, seeds } from '../ornament/scatter.ts';
import { ZelligePattern } from '../ornament/ZelligePattern.tsx';
import { paint } from '../palette.ts';

const BULBS: readonly Point[] = [
  [28, 66],
  [84, 88],
  [142, 100],
  [200, 104],
  [258, 100],
  [316, 88],
  [372, 66],
];
const STRIPES = [0, 1, 2, 3, 4, 5, 6, 7];
const stripe = (i: number) => {
  const [top, bottom] = [
    [70 + i * 32.5, 102.5 + i * 32.5],
    [30 + i * 42.5, 72.5 + i * 42.5],
  ] as const;
  return `M${top[0]} 138L${top[1]} 138 ${bottom[1]} 208a21.25 19 0 0 1-42.5 0Z`;
};

/** The stand of a market hall in the evening: striped awning, string of bulbs, the day's dishes. 400 by 520. */
export function MarketStand() {
  return (
    <>
      <defs>
        <radialGradient id="stand-glow" cx=".5" cy=".52" r=".6">
          <stop offset="0" stopColor={paint.saffron} stopOpacity=".75" />
          <stop offset=".55" stopColor={paint.terracotta} stopOpacity=".35" />
          <stop offset="1" stopColor={paint.plum} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="stand-shade" x2="0" y2="1">
          <stop offset="0" stopColor={paint.night} stopOpacity=".7" />
          <stop offset="1" stopColor={paint.night} stopOpacity="0" />
        </linearGradient>
        <ZelligePattern
          id="stand-tiles"
          edge={17}
          grout={paint.night}
          stars={[paint.saffron, paint.terracotta]}
          small={paint.cream}
          petals={paint.bottle}
        />
      </defs>
      <rect width="400" height="520" fill={paint.plum} />
      <g fill={paint.fig}>
        <path d="M20 380V70a60 60 0 0 1 120 0V380ZM160 380V50a40 40 0 0 1 80 0V380ZM260 380V70a60 60 0 0 1 120 0V380Z" />
      </g>
      <path
        d="M20 120H140M20 190H140M80 10V380M260 120H380M260 190H380M320 10V380"
        stroke={paint.plum}
        strokeWidth="5"
      />
      <path d="M0 28Q200 150 400 28" fill="none" stroke={paint.mauve} strokeWidth="2" />
      <rect width="400" height="520" fill="url(#stand-glow)" />
      <Round d={dots(BULBS)} stroke={paint.saffron} strokeWidth="26" opacity=".22" />
      <Round d={dots(BULBS)} stroke={paint.honey} strokeWidth="11" />
      <Round d={dots(BULBS)} stroke={paint.cream} strokeWidth="5" />

      <path d="M52 200h296v170H52Z" fill={paint.soot} />
      <path d="M52 200h296v170H52Z" fill="url(#stand-glow)" />
      <path d="M60 282h280v7H60Z" fill={paint.clay} />
      <path d="M60 289h280v12H60Z" fill={paint.night} opacity=".3" />
      {[84, 124, 164, 204, 244, 284, 318].map((x, i) => (
        <g key={x} transform={`translate(${x} 282)`}>
          <path
            d="M-13-34h26V-4a4 4 0 0 1-4 4H-9a4 4 0 0 1-4-4Z"
            fill={
              [
                paint.amber,
                paint.bottle,
                paint.terracotta,
                paint.saffron,
                paint.mauve,
                paint.moss,
                paint.clay,
              ][i]
            }
          />
          <path d="M-13-34h26v9h-26Z" fill={paint.cream} opacity=".3" />
          <path d="M-14-42h28v9h-28Z" fill={paint.sand} />
          <Round d="M-9-28v22" stroke={paint.cream} strokeWidth="2.5" opacity=".55" />
        </g>
      ))}
      <g strokeLinecap="round">
        <path d="M96 208v24M304 208v24M346 208v14" stroke={paint.sand} strokeWidth="1.5" />
        <path d={dashes(seeds(46, 17, [96, 244]), 11)} stroke={paint.bottle} strokeWidth="6" />
        <path d={dashes(seeds(38, 15, [94, 241], 30), 9)} stroke={paint.leaf} strokeWidth="3.5" />
        <path d={dashes(seeds(22, 15, [304, 246]), 15)} stroke={paint.clay} strokeWidth="7" />
        <path d={dashes(seeds(18, 13, [303, 244], 50), 13)} stroke={paint.ember} strokeWidth="3.5" />
      </g>

      <path d="M48 140V372M352 140V372" stroke={paint.crust} strokeWidth="9" />
      <path d="M50 140V372M354 140V372" stroke={paint.soot} strokeWidth="3" />
      {STRIPES.map((i) => (
        <path key={i} d={stripe(i)} fill={i % 2 === 0 ? paint.terracotta : paint.cream} />
      ))}
      <path d="M70 138H330L370 208H30Z" fill="url(#stand-shade)" opacity=".55" />
      <path d="M30 208H370" stroke={paint.night} strokeWidth="2" opacity=".25" />
      <path d="M64 130H336v11H64Z" fill={paint.saffron} />
      <circle cx="200" cy="124" r="28" fill={paint.night} />
      <circle cx="200" cy="124" r="25.5" fill="none" stroke={paint.saffron} strokeWidth="1.6" />
      <path d={starOutline(8, 3, [200, 124], 20)} fill={paint.saffron} />
      <path d={starOutline(8, 3, [200, 124], 9)} fill={paint.night} />

      <Bowl
        x={96}
        y={372}
        size={0.92}
        heap={paint.clay}
        light={paint.crust}
        glaze={paint.cream}
        band={paint.terracotta}
      />
      <Tajine x={200} y={372} size={0.74} glaze={paint.saffron} shade={paint.amber} band={paint.cream} />
      <PastryPyramid x={302} y={373} size={0.86} />
      <path d="M20 370H380v14H20Z" fill={paint.crust} />
      <path d="M20 379H380v5H20Z" fill={paint.clay} />
      <path d="M32 384H368V520H32Z" fill="url(#stand-tiles)" />
      <path d="M32 384H368v46H32Z" fill="url(#stand-shade)" />
    </>
  );
}
