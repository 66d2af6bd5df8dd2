import { type CSSProperties, createElement, type ReactNode } from 'react';
import type { FontName } from './fonts.ts';

/** The size that every network shows whole, in px. */
export const WIDTH = 1200;
export const HEIGHT = 630;

/** Free space around the words, in px. */
export const MARGIN = 64;

/** A card to be shared: what is drawn under its words, and the words. */
export interface Card {
  /** SVG shapes on a plane of WIDTH by HEIGHT. */
  readonly ground: string;
  readonly words: ReactNode;
  readonly fonts: readonly FontName[];
}

/** A box of the layout engine, which asks for flex wherever there are several children. */
export function box(style: CSSProperties, ...children: ReactNode[]): ReactNode {
  return createElement('div', { style: { display: 'flex', boxSizing: 'border-box', ...style } }, ...children);
}

/** The headline's size for its length, in px: as large as three or four lines allow. */
export function headlineSize(title: string, largest: number): number {
  const share = title.length <= 22 ? 1 : title.length <= 34 ? 0.84 : title.length <= 52 ? 0.7 : 0.58;
  return Math.round(largest * share);
}
