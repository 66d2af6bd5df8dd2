import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Environment } from '#server/config/env.ts';
import type { Database } from '#server/store/database.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { postLead, someLead } from '../../fakes/leads.ts';
import { openGiven } from '../../postgres/open-given.ts';
import { leadsCommand } from '../../service/leads-command.ts';
import { using } from '../../service/seeded-store.ts';
import { PROGRAM_ENVIRONMENT } from '../../support/program-environment.ts';
import { onPostgres } from '../harness/postgres.ts';
import { NOTHING_SENT, type Row, type Scene } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const LEADS = resolve(import.meta.dirname, '../../../cli/leads.ts');
/** Longer than a command takes to start, on a machine that is busy elsewhere too. */
const LONGEST_MS = 3_000;

const ROW = {
  fault: 'exports and erasures at once, one of them killed at a random moment',
  unit: 'pairs',
  dose: { full: 40, quick: 4 },
  bar: 'after the next command, or the server’s next round, nobody who is erased is in an export',
} as const;

async function beside(scene: Scene, settings: Environment) {
  const { random, broken } = scene;
  const stage = await setStage(scene, { editing: false });
  const environment = { DATA_DIR: stage.dataDir, ...settings };
  const server = await stage.start(settings);
  const gone: string[] = [];
  const exported = () => {
    const files = readdirSync(join(stage.dataDir, 'exports'));
    return files.map((name) => readFileSync(join(stage.dataDir, 'exports', name), 'utf8')).join();
  };
  const found = () => gone.filter((email) => exported().includes(email));
  const begin = (...args: string[]) => {
    const env = { ...PROGRAM_ENVIRONMENT, ...environment };
    const child = spawn(process.execPath, [LEADS, ...args], { cwd: stage.folder, env, stdio: 'ignore' });
    scene.onEnd(() => child.kill('SIGKILL'));
    return { child, ended: once(child, 'close') };
  };
  const isGone = async (email: string) => {
    const { DATABASE_URL } = settings;
    const open =
      DATABASE_URL === undefined ? openSqlite(join(stage.dataDir, 'leads.sqlite')) : openGiven(DATABASE_URL);
    const count = (db: Database) => db.selectFrom('leads').select('id').where('email', '=', email).execute();
    return (await using(open, count)).length === 0;
  };
  let [finished, cut] = [0, 0];
  for (let pair = 0; pair < scene.dose; pair += 1) {
    const people = [0, 1].map((one) => `p${pair}-${one}-${crypto.randomUUID()}@example.ch`);
    for (const email of people) await postLead(server.url, someLead({ email }));
    await leadsCommand(['export'], environment);
    const [first = ''] = people;
    const pairOf = [begin('erase', first, '--yes'), begin('export')];
    await after(random.within(0, LONGEST_MS));
    const killed = random.pick([pairOf[0], pairOf[1], undefined] as const);
    if (killed?.child.exitCode === null && killed.child.kill('SIGKILL')) cut += 1;
    await Promise.all(pairOf.map(({ ended }) => ended));
    if (await isGone(first)) gone.push(first);
    // Every other time the server has to do without a next command.
    if (pair % 2 === 0) await leadsCommand(['list'], environment);
    else await until('the server’s round', 30_000, () => found().length === 0).catch(() => {});
    if (pairOf[0]?.child.exitCode === 0) finished += 1;
    for (const email of found()) broken.push(`${email} is in an export after pair ${pair}`);
  }
  if (gone.length < finished) broken.push(`${finished} erasures were done, ${gone.length} are gone`);
  return { ...NOTHING_SENT, note: `${gone.length} erased, ${cut} commands killed` };
}

export const exportsBesideErasures: Row = {
  ...ROW,
  name: 'exports-beside-erasures',
  run: (scene) => beside(scene, {}),
};

export const exportsBesideErasuresPostgres: Row = {
  ...ROW,
  name: 'exports-beside-erasures-postgres',
  dose: { full: 40, quick: 2 },
  fault: 'the same with PostgreSQL',
  run: async (scene) => beside(scene, { DATABASE_URL: (await onPostgres(scene)).DATABASE_URL }),
};
