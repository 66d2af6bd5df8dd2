import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sendLead } from '#site/lead/send-lead.ts';
import { sendPending } from '#site/lead/send-pending.ts';
import { fakeBrowser } from '../../fakes/browser.ts';
import { someLead } from '../../fakes/leads.ts';
import { isRoot, run } from '../../support/machine.ts';
import { NOTHING_SENT, type Row, type Scene } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const RECOVERY_MS = 5_000;

export const fullDisk: Row = {
  name: 'full-disk',
  fault: 'full disk, then room again',
  unit: 'cycles',
  dose: { full: 5, quick: 2 },
  bar: '503, the browser keeps its lead, recovery without restart',
  async run(scene) {
    const disk = await smallDisk(scene);
    if (disk === undefined) return { ...NOTHING_SENT, impossible: 'only root may mount a small disk' };
    const stage = await setStage(scene, { dataDir: join(disk, 'data') });
    const { client } = stage;
    const server = await stage.start();
    const { broken } = scene;
    let recoveryMs = 0;
    for (let cycle = 0; cycle < scene.dose; cycle += 1) {
      await client.burst(server.url, 20);
      const ballast = fill(disk);
      // The database may still have some room of its own.
      await until('503', 60_000, async () => (await client.send(server.url)) === 503);

      const lead = someLead();
      const browser = fakeBrowser(async (sent) => {
        const status = await client.sendJson(server.url, sent);
        return { kind: status === 201 || status === 200 ? 'acknowledged' : 'none' };
      });
      const outcome = await sendLead(browser.deps, lead);
      if (outcome.kind !== 'kept' || browser.pending().length !== 1)
        broken.push(`the browser was told « ${outcome.kind} », its list holds ${browser.pending().length}`);

      rmSync(ballast);
      recoveryMs = Math.max(
        recoveryMs,
        await until('a lead taken again', 60_000, async () => (await client.send(server.url)) === 201),
      );
      await sendPending(browser.deps);
      if (browser.pending().length > 0) broken.push('the lead was not sent again');
    }
    if (recoveryMs > RECOVERY_MS) broken.push(`taken again only after ${Math.round(recoveryMs)} ms`);
    return { ...(await stage.verdict(120_000)), recoveryMs };
  },
};

async function smallDisk(scene: Scene): Promise<string | undefined> {
  if (!isRoot()) return undefined;
  const path = join(scene.folder(), 'small');
  mkdirSync(path);
  await run('mount', '-t', 'tmpfs', '-o', 'size=8m', 'oui-48-fault', path);
  scene.onEnd(() => run('umount', '-l', path));
  return path;
}

/** Writes until nothing more can be written. */
function fill(disk: string): string {
  const path = join(disk, 'ballast');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return path;
}
