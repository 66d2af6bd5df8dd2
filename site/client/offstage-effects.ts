import { mountOffstage } from '../effects/offstage.ts';
import { DAWN, NIGHT_DELAY_MS, OVER_ALL } from '../effects/placing.ts';
import { isCalm } from '../effects/stage.ts';

/** The night grid, 300 ms from now. */
export function showNight(host: HTMLElement): void {
  const begin = () => new Worker(new URL('../effects/night.worker.ts', import.meta.url), { type: 'module' });
  setTimeout(() => mountOffstage(host, begin, isCalm() ? '' : DAWN), NIGHT_DELAY_MS);
}

/** The sparkles about the word mark. */
export function showSparkles(host: HTMLElement): void {
  mountOffstage(
    host,
    () => new Worker(new URL('../effects/sparkle.worker.ts', import.meta.url), { type: 'module' }),
  );
}

/** The confetti, for six seconds; not for those who ask for reduced motion. */
export function throwConfetti(host: HTMLElement): void {
  if (isCalm()) return;
  const begin = () =>
    new Worker(new URL('../effects/confetti.worker.ts', import.meta.url), { type: 'module' });
  mountOffstage(host, begin, OVER_ALL);
}
