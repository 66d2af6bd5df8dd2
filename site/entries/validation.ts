import { startEffect } from '../browser/start-effect.ts';
import { OVER_ALL } from '../effects/placing.ts';
import { isCalm } from '../effects/stage.ts';

if (!isCalm())
  startEffect(document.body, {
    worker: () => new Worker(new URL('../effects/confetti.worker.ts', import.meta.url), { type: 'module' }),
    module: () => import('../effects/confetti.ts'),
    style: OVER_ALL,
  });
