/** Milliseconds before anything of the night appears, as the specification sets it. */
export const NIGHT_DELAY_MS = 300;

/** Style of the night's canvas: it fades in (keyframes of site/styles/base.css). */
export const FADE_IN = 'animation:page-in 1.4s';

/** Style of the confetti's canvas: over everything, wherever the page is scrolled to. */
export const OVER_ALL = 'position:fixed;z-index:99';
