import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lead } from '#domain/lead.ts';
import type { Environment } from '#server/config/env.ts';
import { relatives } from '../../fakes/leads.ts';
import { type Dump, dumpOf, restoreInto } from '../../postgres/dump.ts';
import { leadsCommand } from '../../service/leads-command.ts';
import { onPostgres } from '../harness/postgres.ts';
import type { Provider } from '../harness/provider.ts';
import type { Random } from '../harness/random.ts';
import type { Row, Scene } from '../harness/row.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const LEADS = 30;
const RUNBOOK = join(import.meta.dirname, '../../../docs/runbook.md');

/** The runbook's own words, so that what it tells the operator is what is tried. */
function fromRunbook(about: RegExp): string {
  const [, found] = about.exec(readFileSync(RUNBOOK, 'utf8')) ?? [];
  if (found === undefined) throw new Error(`The runbook says nothing like ${about}`);
  return found;
}

/** Runs `./oui` with these arguments. Rejects with its error output when it exits with an error. */
async function runCommand(args: readonly string[], environment: Environment): Promise<void> {
  const { code, stderr } = await leadsCommand(args, environment);
  if (code !== 0) throw new Error(stderr);
}

/** A database that is saved, lost and put back. */
interface Saved {
  readonly environment: Environment;
  save(): unknown;
  /** Loses everything that is not in the copy. */
  putBack(): unknown;
}

function embedded({ dataDir, folder }: Stage): Saved {
  const copy = join(folder, 'copie.sqlite');
  const command = fromRunbook(/`\.\/oui (backup) /);
  return {
    environment: { DATA_DIR: dataDir },
    save: () => runCommand([command, copy], { DATA_DIR: dataDir }),
    putBack() {
      rmSync(dataDir, { recursive: true });
      mkdirSync(dataDir, { recursive: true });
      renameSync(copy, join(dataDir, 'leads.sqlite'));
    },
  };
}

async function shared(scene: Scene, { dataDir }: Stage): Promise<Saved> {
  const { cluster, DATABASE_URL } = await onPostgres(scene);
  let url = DATABASE_URL;
  let dump: Dump = new Map();
  return {
    get environment() {
      return { DATABASE_URL: url, DATA_DIR: dataDir };
    },
    async save() {
      dump = await dumpOf(url);
    },
    async putBack() {
      url = await cluster.createDatabase();
      await restoreInto(url, dump);
    },
  };
}

async function restored(scene: Scene, stage: Stage, saved: Saved) {
  const { client, provider } = stage;
  const after = fromRunbook(/`\.\/oui (after-restore)`/);
  const next = relatives();
  const leads: Lead[] = [];
  let server = await stage.start(saved.environment);
  const send = async (count: number) => {
    for (let one = 0; one < count; one += 1) {
      const lead = next();
      leads.push(lead);
      await client.sendJson(server.url, lead);
    }
  };
  await send(LEADS);
  await provider.holds(leads, 120_000);
  for (let round = 0; round < scene.dose; round += 1) {
    // Records made up to here are marked as delivered in the copy; for later leads it may have been made before that.
    const before = provider.made.length;
    await send(LEADS);
    await saved.save();
    const known = leads.length;
    await send(LEADS);
    // Some of those that the copy does not know are delivered, others are not.
    const some = known + scene.random.within(5, LEADS - 5);
    await until('some more delivered', 60_000, () => provider.made.length >= some);
    await edit(provider, scene.random, before);
    await server.killNine();
    await saved.putBack();
    await runCommand([after], saved.environment);
    server = await stage.start(saved.environment);
    for (const lead of leads) await client.sendJson(server.url, lead);
    await provider.holds(leads, 120_000);
  }
  return stage.verdict(60_000);
}

/**
 * A salesperson's work: status on any record, names only on those that the copy knows to be delivered. Any other that
 * was renamed could not be told from another lead of the same visitor.
 */
async function edit(provider: Provider, random: Random, known: number): Promise<void> {
  for (const [index, { id, fields }] of (await provider.records()).entries()) {
    if (random() < 0.5) await provider.edit(id, { Status: 'Warm' });
    if (index < known && random() < 0.5) await provider.edit(id, { Name: `${fields.Name} (rappelé)` });
  }
}

const ROW = {
  unit: 'restores',
  dose: { full: 5, quick: 2 },
  bar: 'none twice, though the backup does not know what was delivered since',
} as const;

export const backup: Row = {
  ...ROW,
  name: 'backup',
  fault: 'backup of the running database, disk lost, backup restored, the log of acknowledgements replayed',
  async run(scene) {
    const stage = await setStage(scene, { editing: false });
    return restored(scene, stage, embedded(stage));
  },
};

export const backupPostgres: Row = {
  ...ROW,
  name: 'backup-postgres',
  // What was in hand when the copy was made waits 15 s.
  dose: { full: 5, quick: 1 },
  fault: 'the same with PostgreSQL: dumped, lost, restored into an empty database',
  async run(scene) {
    const stage = await setStage(scene, { editing: false });
    return restored(scene, stage, await shared(scene, stage));
  },
};
