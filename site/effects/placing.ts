// What a page has to know of its effect before the effect's code has come.

/** How long the night effect waits before it draws anything, in milliseconds, as the specification sets it. */
export const NIGHT_DELAY_MS = 300;

/**
 * Inline style of the canvas of the night effect (site/effects/night.ts): it fades in by the keyframes `page-in` of
 * site/styles/base.css.
 */
export const FADE_IN = 'animation:page-in 1.4s';

/** Style of the confetti's canvas: over everything, wherever the page is scrolled to. */
export const OVER_ALL = 'position:fixed;z-index:99';
