import { startEffect } from '../browser/start-effect.ts';
import { need, SILK } from '../markup.ts';

startEffect(need(SILK), {
  worker: () => new Worker(new URL('../effects/silk.worker.ts', import.meta.url), { type: 'module' }),
  module: () => import('../effects/silk.ts'),
});
