import { canDrawInWorkers } from './can-draw-in-workers.ts';
import { oncePainted } from './later.ts';

oncePainted(async () => {
  if (canDrawInWorkers()) (await import('./offstage-effects.ts')).showNight(document.body);
  else (await import('../effects/night.ts')).mount(document.body);
});
