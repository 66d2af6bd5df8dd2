// Preloaded by `npm run dev` into its own program and into the server that Node restarts (--watch): each ends, with the
// process that started it, when what is above that one is gone.
import { onceOrphaned } from './orphaned.mjs';

const parent = process.ppid;
onceOrphaned(
  () => {
    if (process.ppid === parent) process.kill(parent, 'SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  },
  { orParent: true },
);
