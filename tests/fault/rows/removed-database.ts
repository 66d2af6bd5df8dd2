import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { leadsCommand } from '../../service/leads-command.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const FILES = ['leads.sqlite', 'leads.sqlite-wal', 'leads.sqlite-shm'];

interface Way {
  readonly name: string;
  readonly act: (dataDir: string) => void;
  /** What the runbook has put back: the copy that the server made, the folder that was moved, or what the log did not hold. */
  readonly back: 'rescued' | 'moved' | 'without-log';
}

const WAYS: readonly Way[] = [
  {
    name: 'files removed',
    act: (dataDir) => {
      for (const file of FILES) rmSync(join(dataDir, file));
    },
    back: 'rescued',
  },
  {
    name: 'folder moved and removed there',
    act(dataDir) {
      renameSync(dataDir, `${dataDir}.removed`);
      rmSync(`${dataDir}.removed`, { recursive: true });
    },
    back: 'rescued',
  },
  { name: 'database file removed', act: (dataDir) => rmSync(join(dataDir, 'leads.sqlite')), back: 'rescued' },
  {
    name: 'a copy moved over the database file',
    act(dataDir) {
      copyFileSync(join(dataDir, 'leads.sqlite'), join(dataDir, 'copy'));
      renameSync(join(dataDir, 'copy'), join(dataDir, 'leads.sqlite'));
    },
    back: 'rescued',
  },
  { name: 'log removed', act: (dataDir) => rmSync(join(dataDir, 'leads.sqlite-wal')), back: 'rescued' },
  { name: 'folder moved', act: (dataDir) => renameSync(dataDir, `${dataDir}.moved`), back: 'moved' },
  {
    name: 'log emptied',
    act: (dataDir) => truncateSync(join(dataDir, 'leads.sqlite-wal')),
    back: 'without-log',
  },
];

export const removedDatabase: Row = {
  name: 'removed-database',
  fault:
    'database removed, replaced, moved or without its log under the server, then put back as the runbook says',
  unit: 'losses',
  dose: { full: 2 * WAYS.length, quick: 3 },
  bar: '503 from then on, nothing that was confirmed is gone',
  async run(scene) {
    const { dose, random, broken } = scene;
    const stage = await setStage(scene, { editing: false });
    const { client, provider, dataDir } = stage;
    const first = random.within(0, WAYS.length - 1);
    for (let round = 0; round < dose; round += 1) {
      const way = WAYS[(first + round) % WAYS.length] as Way;
      const server = await stage.start();
      const wanted = client.acknowledged.size + random.within(20, 60);
      const over = new AbortController();
      const burst = client.burst(server.url, 100_000, { abreast: 8, signal: over.signal });
      await until('answers', 60_000, () => client.acknowledged.size >= wanted);
      if (way.back === 'without-log') {
        // What the log alone held is gone with it: here nothing is.
        over.abort();
        await burst;
        await provider.holds(client.acknowledged.values(), 120_000);
      }
      const seen = client.statuses.get(503) ?? 0;
      way.act(dataDir);
      await until('503', 60_000, async () => {
        if (over.signal.aborted) await client.send(server.url);
        return (client.statuses.get(503) ?? 0) > seen;
      });
      over.abort();
      await burst;
      const confirmed = client.acknowledged.size;
      await client.burst(server.url, 20);
      const more = client.acknowledged.size - confirmed;
      if (more > 0) broken.push(`${way.name}: ${more} leads were confirmed afterwards`);
      const { status } = await fetch(`${server.opsUrl}/readyz`);
      if (status !== 503) broken.push(`${way.name}: /readyz answered ${status}`);
      if (random() < 0.5) await server.killNine();
      else await server.stop();
      putBack(way, dataDir);
      const { code, stderr } = await leadsCommand(['after-restore'], { DATA_DIR: dataDir });
      if (code !== 0) throw new Error(stderr);
    }
    await stage.start();
    return stage.verdict(120_000);
  },
};

function putBack({ name, back }: Way, dataDir: string): void {
  if (back === 'moved') {
    // There may be mails in it, which no mail server takes here.
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(`${dataDir}.moved`, dataDir);
    return;
  }
  const aside = join(dataDir, `aside-${crypto.randomUUID()}`);
  mkdirSync(aside);
  for (const file of FILES)
    if (existsSync(join(dataDir, file))) renameSync(join(dataDir, file), join(aside, file));
  const copies = readdirSync(dataDir).filter((file) => file.includes('.rescued-'));
  // Of a log that was cut the server may still have every page in its memory, or not.
  if (copies.length !== 1 && !(back === 'without-log' && copies.length === 0))
    throw new Error(`${name}: ${copies.length} copies`);
  renameSync(
    join(copies[0] === undefined ? aside : dataDir, copies[0] ?? 'leads.sqlite'),
    join(dataDir, 'leads.sqlite'),
  );
}
