// Preloaded into the server under test: answers, over the channel of its parent, what it holds once settled.
import { setTimeout as after } from 'node:timers/promises';

// The server ends by itself when it is told to: this channel must not keep it.
process.channel?.unref();
process.on('message', async () => {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await after(100);
  }
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
});
