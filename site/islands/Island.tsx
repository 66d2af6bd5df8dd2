import { type ComponentType, createElement, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { attr, ISLAND, ISLAND_IDS, ISLAND_PROPS } from '../markup.ts';
import css from './Island.module.css';

interface Props<P> {
  /** The name under which a page's script loads the same component (browser/islands.ts). */
  readonly name: string;
  readonly of: ComponentType<P>;
  /** Goes to the browser with the page: what JSON can hold. */
  readonly props: P;
}

/**
 * Renders a component at build so that React can take it over in the browser: a root of its own, with the props it
 * was rendered with and the prefix of its ids. Never part of what a browser runs.
 */
export function Island<P extends object>({ name, of, props }: Props<P>) {
  const ids = useId();
  return (
    <div
      className={css.island}
      {...attr(ISLAND, name)}
      {...attr(ISLAND_IDS, ids)}
      {...attr(ISLAND_PROPS, JSON.stringify(props))}
      dangerouslySetInnerHTML={{
        __html: renderToString(createElement(of, props), { identifierPrefix: ids }),
      }}
    />
  );
}
