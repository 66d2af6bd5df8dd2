import { canDrawInWorkers } from './can-draw-in-workers.ts';
import { oncePainted } from './later.ts';

oncePainted(async () => {
  if (canDrawInWorkers()) (await import('./offstage-effects.ts')).throwConfetti(document.body);
  else (await import('../effects/confetti.ts')).mount(document.body);
});
