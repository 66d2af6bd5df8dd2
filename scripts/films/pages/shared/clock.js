// A film is a list of animations, all paused and placed at the same instant: the frame depends on t alone.

/** The house's one easing: quick to leave, slow to settle. */
export const EASING = 'cubic-bezier(.3, 0, 0, 1)';

const animations = [];
const readers = [];
const held = new WeakMap();

/**
 * Animates `element` from `at`, for `duration` (seconds), over `keyframes` (as Element.animate takes them).
 * Before its first animation a property already stands at the first keyframe; after it, at the last.
 */
export function animate(element, at, duration, keyframes, easing = EASING) {
  const names = new Set(keyframes.flatMap(Object.keys));
  const known = held.get(element) ?? new Set();
  const first = [...names].every((name) => !known.has(name));
  held.set(element, new Set([...known, ...names]));
  const animation = element.animate(keyframes, {
    delay: at * 1000, duration: duration * 1000, easing, fill: first ? 'both' : 'forwards',
  });
  animation.pause();
  animations.push(animation);
}

/** Calls `read(t)` at every frame, for what no keyframe can say: a counter, a text being typed. */
export function everyFrame(read) {
  readers.push(read);
}

/** Shows `element` from `from` to `to` (seconds), without fading. */
export function during(element, from, to) {
  everyFrame((t) => {
    element.style.visibility = t >= from && t < to ? '' : 'hidden';
  });
}

/** Types `text` into `element` from `at`, at `pace` characters a second. */
export function type(element, text, at, pace) {
  everyFrame((t) => {
    element.textContent = text.slice(0, Math.max(0, Math.floor((t - at) * pace)));
  });
}

/** Lets the lines of `element` (its `.ligne` children) rise from `at`, one after the other, and leave by the top at `until`. */
export function rise(element, at, until = Infinity, stagger = 0.09) {
  [...element.querySelectorAll('.ligne > span')].forEach((line, i) => {
    const lift = (from, to) => [{ transform: `translateY(${from}%)` }, { transform: `translateY(${to}%)` }];
    animate(line, at + i * stagger, 0.7, lift(112, 0));
    if (until < Infinity) animate(line, until - 0.35 + i * 0.04, 0.35, lift(0, -112), 'cubic-bezier(.6, 0, .8, .3)');
  });
  during(element, at, until + 0.2);
}

/** Value at `t` of a run of [instant, value] points, straight between them. */
export function between(points, t) {
  const next = points.findIndex(([at]) => at > t);
  if (next === 0) return points[0][1];
  if (next < 0) return points.at(-1)[1];
  const [[a, from], [b, to]] = [points[next - 1], points[next]];
  return from + ((to - from) * (t - a)) / (b - a);
}

window.seek = (t) => {
  for (const animation of animations) animation.currentTime = t * 1000;
  for (const read of readers) read(t);
};

/** The agency's name, handed over in the address. */
export const brand = new URLSearchParams(location.search).get('marque') ?? '';

/** Resolves with an iframe's document once it and its fonts have loaded. */
export async function loaded(iframe) {
  if (iframe.contentDocument?.readyState !== 'complete' || iframe.contentDocument.URL === 'about:blank') {
    await new Promise((done) => iframe.addEventListener('load', done, { once: true }));
  }
  await iframe.contentDocument.fonts.ready;
  return iframe.contentDocument;
}

/** Marks the film ready for `seek` once `build` has placed every animation. */
export function ready(build) {
  window.ready = build().then(() => window.seek(0));
}
