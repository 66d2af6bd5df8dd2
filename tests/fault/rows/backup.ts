import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { someLeads } from '../../fakes/leads.ts';
import { leadsCommand } from '../../service/leads-command.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const LEADS = 30;

/** The runbook's own words, so that what it tells the operator is what is tried. */
function fromRunbook(about: RegExp): string {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
  const statements = [...runbook.matchAll(/`sqlite3 data\/leads\.sqlite "([^"]+)"`/g)].map(
    ([, sql = '']) => sql,
  );
  const found = statements.find((sql) => about.test(sql));
  if (found === undefined) throw new Error(`The runbook has no statement with ${about}`);
  return found;
}

export const backup: Row = {
  name: 'backup',
  fault: 'backup of the running database, disk lost, backup restored, the log of acknowledgements replayed',
  unit: 'restores',
  dose: { full: 5, quick: 2 },
  bar: 'none twice, though the backup does not know what was delivered since',
  async run(scene) {
    const stage = await setStage(scene);
    const { client, provider } = stage;
    const file = join(stage.dataDir, 'leads.sqlite');
    const copy = join(stage.folder, 'copie.sqlite');
    let server = await stage.start();
    const send = async (count: number) => {
      for (const lead of someLeads(count)) await client.sendJson(server.url, lead);
    };
    for (let round = 0; round < scene.dose; round += 1) {
      await send(LEADS);
      await backUp(stage.dataDir, copy);
      const known = client.acknowledged.size;
      await send(LEADS);
      // Some of those that the copy does not know are delivered, others are not.
      const some = known + scene.random.within(5, LEADS - 5);
      await until('some more delivered', 30_000, () => provider.emails.length >= some);
      await server.killNine();
      rmSync(stage.dataDir, { recursive: true });
      restore(stage.dataDir, copy);
      execute(file, fromRunbook(/create trigger/));
      server = await stage.start();
      for (const lead of [...client.acknowledged.values()]) await client.sendJson(server.url, lead as never);
      await provider.holds(client.acknowledged.keys(), 60_000);
      execute(file, fromRunbook(/drop trigger/));
    }
    return stage.verdict(60_000);
  },
};

async function backUp(dataDir: string, copy: string): Promise<void> {
  const { code, stderr } = await leadsCommand(['backup', copy], { DATA_DIR: dataDir });
  if (code !== 0) throw new Error(stderr);
}

function execute(file: string, sql: string): void {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec(sql);
  db.close();
}

function restore(dataDir: string, copy: string): void {
  mkdirSync(dataDir, { recursive: true });
  renameSync(copy, join(dataDir, 'leads.sqlite'));
}
