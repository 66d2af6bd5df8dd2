import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const HOUR = 3_600_000;
const JUMPS = [HOUR, -HOUR, 48 * HOUR, -48 * HOUR, -HOUR, HOUR];
const STALL_MS = 60_000;
const PRELOAD = resolve('tests/fault/harness/jumping-clock.mjs');

export const clockJumps: Row = {
  name: 'clock-jumps',
  fault:
    'the server’s clock jumps by ±1 h and ±2 d while leads wait and arrive; every other time it is restarted',
  unit: 'jumps',
  dose: { full: 6, quick: 4 },
  bar: 'no stall over 60 s',
  async run(scene) {
    const stage = await setStage(scene);
    const { client, provider } = stage;
    const file = join(stage.folder, 'clock');
    let offset = 0;
    writeFileSync(file, '0');
    const start = () =>
      stage.start({ FAULT_CLOCK_FILE: file } as object, { nodeArguments: ['--import', PRELOAD] });
    let server = await start();
    let longest = 0;
    for (let jump = 0; jump < scene.dose; jump += 1) {
      const asked = provider.requests.length;
      // Some wait for a second attempt when the clock jumps, some are new, some come after it.
      await provider.plan(Array(3).fill({ kind: 'status', status: 503 }));
      await client.burst(server.url, 30);
      await until('a failed attempt', 30_000, () => provider.requests.length > asked);
      offset += JUMPS[jump % JUMPS.length] ?? 0;
      writeFileSync(file, String(offset));
      server.signal('SIGUSR2');
      if (jump % 2 === 1) {
        await server.killNine();
        server = await start();
      }
      await client.burst(server.url, 10);
      await provider.heal();
      const ms = await provider.holds(client.acknowledged.values(), 2 * STALL_MS).catch(() => 2 * STALL_MS);
      longest = Math.max(longest, ms);
      if (ms > STALL_MS)
        scene.broken.push(`stalled for over ${Math.round(ms / 1000)} s after a jump to ${offset / HOUR} h`);
      if (ms >= 2 * STALL_MS) break;
    }
    return { ...(await stage.verdict(1_000)), recoveryMs: longest };
  },
};
