import { startEffect } from '../browser/start-effect.ts';
import { FADE_IN, NIGHT_DELAY_MS } from '../effects/placing.ts';
import { isCalm } from '../effects/stage.ts';

startEffect(document.body, {
  worker: () => new Worker(new URL('../effects/night.worker.ts', import.meta.url), { type: 'module' }),
  module: () => import('../effects/night.ts'),
  style: isCalm() ? '' : FADE_IN,
  delay: NIGHT_DELAY_MS,
});
