import { goBackWhereOneCameFrom } from '../browser/back.ts';
import { onceTouched } from '../browser/later.ts';
import { startEffect } from '../browser/start-effect.ts';

onceTouched(goBackWhereOneCameFrom);
startEffect(document.querySelector<HTMLElement>('[data-fluid]'), {
  worker: () => new Worker(new URL('../effects/fluid.worker.ts', import.meta.url), { type: 'module' }),
  module: () => import('../effects/fluid/index.ts'),
});
