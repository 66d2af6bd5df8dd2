import { goBackWhereOneCameFrom } from '../browser/back.ts';
import { onFirstInteraction } from '../browser/later.ts';
import { startEffect } from '../browser/start-effect.ts';
import { FLUID, need } from '../markup.ts';

onFirstInteraction(goBackWhereOneCameFrom);
startEffect(need(FLUID), {
  worker: () => new Worker(new URL('../effects/fluid/fluid.worker.ts', import.meta.url), { type: 'module' }),
  module: () => import('../effects/fluid/index.ts'),
});
