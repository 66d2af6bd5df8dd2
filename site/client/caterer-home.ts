import { canDrawInWorkers } from './can-draw-in-workers.ts';
import { oncePainted } from './later.ts';

const logo = document.querySelector<HTMLElement>('[data-sparkle]');
if (logo)
  oncePainted(async () => {
    if (canDrawInWorkers()) (await import('./offstage-effects.ts')).showSparkles(logo);
    else (await import('../effects/sparkle.ts')).mount(logo);
  });
