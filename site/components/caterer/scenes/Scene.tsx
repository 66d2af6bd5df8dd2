import type { ReactNode } from 'react';
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

/** Draws a scene. It stands once on a page; `SceneAgain` shows it a second time at no cost. */
export function Scene({ name }: { readonly name: SceneName }) {
  const Drawing = scenes[name];
  return (
    <g id={`scene-${name}`}>
      <Drawing />
    </g>
  );
}

/** The scene that `Scene` drew elsewhere on the page. */
export function SceneAgain({ name }: { readonly name: SceneName }) {
  return <use href={`#scene-${name}`} />;
}
