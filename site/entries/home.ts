import { startEffect } from '../browser/start-effect.ts';
import { need, SPARKLE } from '../markup.ts';

startEffect(need(SPARKLE), {
  worker: () => new Worker(new URL('../effects/sparkle.worker.ts', import.meta.url), { type: 'module' }),
  module: () => import('../effects/sparkle.ts'),
});
