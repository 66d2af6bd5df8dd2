import { startEffect } from '../browser/start-effect.ts';

startEffect(document.querySelector<HTMLElement>('[data-silk]'), {
  worker: () => new Worker(new URL('../effects/silk.worker.ts', import.meta.url), { type: 'module' }),
  module: () => import('../effects/silk.ts'),
});
