/** Milliseconds before anything of the night appears, as the specification sets it. */
export const NIGHT_DELAY_MS = 300;

/** The canvas of the night comes out of the dark (keyframes of site/styles/base.css). */
export const DAWN = 'animation:page-in 1.4s';

/** What the canvas of the confetti needs: over everything, wherever the page is scrolled to. */
export const OVER_ALL = 'position:fixed;z-index:99';
