import { startEffect } from '../browser/start-effect.ts';

startEffect(document.querySelector<HTMLElement>('[data-sparkle]'), {
  worker: () => new Worker(new URL('../effects/sparkle.worker.ts', import.meta.url), { type: 'module' }),
  module: () => import('../effects/sparkle.ts'),
});
