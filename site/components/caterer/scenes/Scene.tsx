import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Counter } from './Counter.tsx';
import { DiningRoom } from './DiningRoom.tsx';
import { MarketStand } from './MarketStand.tsx';

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
