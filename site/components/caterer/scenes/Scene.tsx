import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Bowl, Steam, Tajine } from '../food/Fare.tsx';
import { Lantern, TeaGlass, Teapot } from '../food/Tableware.tsx';
import { lobedArch, starOutline } from '../ornament/frames.ts';
import type { Point } from '../ornament/geometry.ts';
import { Round } from '../ornament/Round.tsx';
import { dots } from '../ornament/scatter.ts';
import { tenfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import { paint } from '../palette.ts';
import { Counter } from './Counter.tsx';
import { MarketStand } from './MarketStand.tsx';

const STARS: readonly Point[] = [
  [128, 120],
  [160, 78],
  [190, 104],
  [226, 132],
  [284, 128],
  [146, 146],
  [262, 152],
  [206, 66],
];
const CUSHIONS = [
  { x: 30, fill: paint.terracotta, band: paint.honey },
  { x: 112, fill: paint.bottle, band: paint.leaf },
  { x: 246, fill: paint.amber, band: paint.cream },
  { x: 326, fill: paint.clay, band: paint.saffron },
];
/** Light on the water: shorter the nearer to the shore. */
const GLINTS = [0, 1, 2, 3, 4, 5, 6]
  .map((i) => `M${248 - (i % 3) * 7 - i} ${228 + i * 7}h${14 + ((i * 5) % 9) + i * 2}`)
  .join('');

/** The room in the evening: the lake in an arched window, three lanterns, the table laid. 400 by 520. */
function DiningRoom() {
  return (
    <>
      <defs>
        <linearGradient id="room-sky" x2="0" y2="1">
          <stop offset="0" stopColor={paint.plum} />
          <stop offset=".45" stopColor={paint.mauve} />
          <stop offset=".8" stopColor={paint.terracotta} />
          <stop offset="1" stopColor={paint.saffron} />
        </linearGradient>
        <linearGradient id="room-lake" x2="0" y2="1">
          <stop offset="0" stopColor={paint.clay} />
          <stop offset=".35" stopColor={paint.mauve} />
          <stop offset="1" stopColor={paint.plum} />
        </linearGradient>
        <radialGradient id="room-glow" cx=".5" cy=".5" r=".5">
          <stop offset="0" stopColor={paint.honey} stopOpacity=".85" />
          <stop offset=".4" stopColor={paint.saffron} stopOpacity=".3" />
          <stop offset="1" stopColor={paint.saffron} stopOpacity="0" />
        </radialGradient>
        <clipPath id="room-window">
          <path d={lobedArch(86, 34, 228, 258, 5)} />
        </clipPath>
        <WeavePattern id="room-wall" weave={tenfold(26, 3)} stroke={paint.mauve} opacity={0.8} />
      </defs>
      <rect width="400" height="520" fill={paint.fig} />
      <rect width="400" height="330" fill="url(#room-wall)" />
      <path d={lobedArch(76, 22, 248, 276, 5)} fill={paint.amber} />
      <g clipPath="url(#room-window)">
        <rect x="80" y="30" width="240" height="192" fill="url(#room-sky)" />
        <Round d={dots(STARS)} stroke={paint.cream} strokeWidth="2" />
        <path d="M258 82a22 22 0 1 0 22 28 18 18 0 0 1-22-28Z" fill={paint.honey} />
        <path
          d="M80 222V176l22-20 18 14 26-34 20 22 14-10 24 30 22-16 26 24 20-14 28 26 40-10v34Z"
          fill={paint.fig}
          opacity=".75"
        />
        <path d="M80 222v-24l30-12 26 14 34-20 30 22 40-8 34 14 46-12v26Z" fill={paint.plum} />
        <path d="m146 136 8 14-6 6-4-4-8 6ZM102 156l8 10-6 4-6-4Z" fill={paint.cream} opacity=".65" />
        <rect x="80" y="222" width="240" height="80" fill="url(#room-lake)" />
        <Round
          d={dots([
            [104, 219],
            [118, 220],
            [131, 218],
            [286, 219],
            [298, 218],
            [306, 220],
          ])}
          stroke={paint.honey}
          strokeWidth="2.6"
        />
        <Round d={GLINTS} stroke={paint.honey} strokeWidth="2" opacity=".85" />
        <Round
          d="M98 230h12M112 238h16M290 229h12M280 236h10M104 250h20"
          stroke={paint.saffron}
          strokeWidth="1.5"
          opacity=".6"
        />
        <path d="M168 224c8 5 26 5 34 0l-4 8h-26Z" fill={paint.night} />
        <path d="M184 222V182l16 34ZM182 222V192l-12 26Z" fill={paint.cream} />
        <path d="M200 30V300M80 222H320" stroke={paint.amber} strokeWidth="3" opacity=".55" />
      </g>
      <path
        d={lobedArch(86, 34, 228, 258, 5)}
        fill="none"
        stroke={paint.night}
        strokeWidth="2.5"
        opacity=".6"
      />
      <path d="M70 290H330v10H70Z" fill={paint.crust} />

      <circle cx="72" cy="196" r="92" fill="url(#room-glow)" opacity=".75" />
      <circle cx="330" cy="214" r="92" fill="url(#room-glow)" opacity=".75" />
      <Lantern x={72} y={148} size={0.9} drop={160} glass={paint.saffron} />
      <Lantern x={330} y={168} size={0.9} drop={190} glass={paint.ember} />

      <path d="M0 312c40-8 360-8 400 0V430H0Z" fill={paint.soot} />
      <path d="M0 330H400v6H0Z" fill={paint.clay} opacity=".7" />
      {CUSHIONS.map(({ x, fill, band }) => (
        <g key={x} transform={`translate(${x} 322)`}>
          <path d="M-36-36Q0-44 36-36 44 0 36 38 0 44-36 38-44 0-36-36Z" fill={fill} />
          <path d={starOutline(8, 3, [0, 0], 22)} fill="none" stroke={band} strokeWidth="2.5" />
          <path d={starOutline(8, 3, [0, 0], 10)} fill={band} />
          <path d="M-31-30Q0-37 31-30" fill="none" stroke={band} strokeWidth="2" />
        </g>
      ))}

      <ellipse cx="200" cy="404" rx="230" ry="60" fill="url(#room-glow)" opacity=".6" />
      <ellipse cx="200" cy="436" rx="196" ry="38" fill={paint.sand} />
      <path d="M4 436c0 21 88 38 196 38s196-17 196-38l14 84H-10Z" fill={paint.cream} />
      <ellipse cx="200" cy="434" rx="196" ry="37" fill={paint.cream} />
      <path
        d="M52 462c-4 20-6 40-4 60h22c-4-20-6-38-4-57ZM150 472c-2 18-2 34 0 50h26c-4-16-4-32-3-49ZM262 471c2 18 2 34 0 51h26c2-18 0-36-4-53ZM352 459c6 20 8 42 6 63h22c2-26-4-50-10-70Z"
        fill={paint.sand}
      />
      <path
        d="M8 448c22 16 100 30 192 30s170-14 192-30"
        fill="none"
        stroke={paint.terracotta}
        strokeWidth="3"
      />
      <Round
        d={dots(
          Array.from({ length: 25 }, (_, i): Point => [12 + i * 15.7, 487 - ((i - 12) / 12) ** 2 * 26]),
        )}
        stroke={paint.saffron}
        strokeWidth="5"
      />
      <Steam x={200} y={310} />
      <Tajine x={200} y={446} size={1.12} glaze={paint.terracotta} shade={paint.clay} band={paint.saffron} />
      <Bowl
        x={98}
        y={444}
        size={0.72}
        heap={paint.bottle}
        light={paint.leaf}
        glaze={paint.saffron}
        band={paint.clay}
      />
      <Teapot x={306} y={440} size={0.86} />
      <TeaGlass x={138} y={462} size={0.95} />
      <TeaGlass x={262} y={462} size={0.95} />
      <TeaGlass x={56} y={440} size={0.85} />
    </>
  );
}

/** The drawings of the places, by the name that the content gives them. */
const scenes: Record<SceneName, () => ReactNode> = {
  'market-stand': MarketStand,
  counter: Counter,
  'dining-room': DiningRoom,
};

export type SceneName = 'market-stand' | 'counter' | 'dining-room';

/** All scenes measure this, in units of the drawing. */
export const SCENE = { width: 400, height: 520 } as const;

const names = Object.keys(scenes) as SceneName[];
const sheetWidth = names.length * SCENE.width;

/**
 * All scenes side by side in one file: inside the page they would be half of its bytes, as each is shown twice. Its
 * name is made of its content, so that it can be cached for ever.
 */
const sheet = renderToStaticMarkup(
  <svg xmlns="http://www.w3.org/2000/svg" width={sheetWidth} height={SCENE.height} aria-hidden="true">
    {names.map((name, i) => {
      const Drawing = scenes[name];
      return (
        <svg key={name} x={i * SCENE.width} {...SCENE} aria-hidden="true">
          <Drawing />
        </svg>
      );
    })}
  </svg>,
);
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sheet)));
const hash = Array.from(digest.slice(0, 5), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The file of the scenes, as site/pages/drawings serves it. */
export const sceneSheet = { name: `scenes.${hash}`, svg: sheet } as const;

/** Shows one scene out of the sheet. Its neighbours stand beside it: whoever uses it cuts them off with a clip path. */
export function Scene({ name }: { readonly name: SceneName }) {
  return (
    <image
      href={`/drawings/${sceneSheet.name}.svg`}
      x={-names.indexOf(name) * SCENE.width}
      width={sheetWidth}
      height={SCENE.height}
    />
  );
}
