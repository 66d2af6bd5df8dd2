import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Lead } from '#domain/lead.ts';
import type { Environment } from '#server/config/env.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import type { Fault } from '../../fakes/airtable.ts';
import { someLead } from '../../fakes/leads.ts';
import { openGiven } from '../../postgres/open-given.ts';
import { using } from '../../service/seeded-store.ts';
import { onPostgres } from '../harness/postgres.ts';
import type { Finding, Row, Scene } from '../harness/row.ts';
import type { SpawnedServer } from '../harness/spawned-server.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const LEADS_A_ROUND = 5;
const ROUNDS_A_KILL = 6;
const FAULTS: readonly [Fault, ...Fault[]] = [
  { kind: 'stored-close' },
  { kind: 'stored-close' },
  { kind: 'stored-hang' },
  { kind: 'close' },
  { kind: 'latency', ms: 300 },
  { kind: 'none' },
];
/** An answer that never comes is waited for 10 s, and what may have landed is left 5 s. */
const WITHIN_MS = 180_000;

/** The desk as its owner's browser has it. */
async function openDesk({ opsUrl }: SpawnedServer, dataDir: string, { DATABASE_URL }: Environment) {
  const open =
    DATABASE_URL === undefined ? openSqlite(join(dataDir, 'leads.sqlite')) : openGiven(DATABASE_URL);
  const { value: key } = await using(open, (db) =>
    db.selectFrom('secrets').select('value').where('name', '=', 'desk').executeTakeFirstOrThrow(),
  );
  const entry = await fetch(`${opsUrl}/?key=${key}`, { redirect: 'manual' });
  const cookie = entry.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const headers = { cookie, accept: 'text/html' };
  const page = await (await fetch(`${opsUrl}/sante`, { headers })).text();
  const token = page.match(/name="token" value="([^"]+)"/)?.[1] ?? '';
  return async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const body = new URLSearchParams({ token, back: '/', ...fields });
    const answer = await fetch(`${opsUrl}/faire`, { method: 'POST', headers, body, redirect: 'manual' });
    return answer.headers.get('location') ?? `${answer.status}`;
  };
}

async function correctedBeside(scene: Scene, settings: Environment): Promise<Finding> {
  const { dose, random, broken } = scene;
  const stage = await setStage(scene, { editing: false });
  const { client, provider, dataDir } = stage;
  let server = await stage.start(settings);
  let act = await openDesk(server, dataDir, settings);
  const kept = new Map<string, Lead>();
  const erased: Lead[] = [];
  const done = async (fields: Readonly<Record<string, string>>) => {
    const place = await act(fields);
    if (!place.includes(`fait=${fields.do}`)) broken.push(`${fields.do} at the desk: ${place}`);
  };
  for (let round = 0; round * LEADS_A_ROUND < dose; round += 1) {
    const asked = provider.requests.length;
    await provider.plan(Array.from({ length: 3 }, () => random.pick(FAULTS)));
    const leads = Array.from({ length: Math.min(LEADS_A_ROUND, dose - round * LEADS_A_ROUND) }, () =>
      someLead(),
    );
    await Promise.all(leads.map((lead) => client.sendJson(server.url, lead)));
    if (random() < 0.8) await until('a request', 60_000, () => provider.requests.length > asked);
    await after(random.within(0, 200));
    await Promise.all(
      leads.map(async (lead, nth) => {
        const email = `corrige-${lead.id}@example.ch`;
        await done({ do: 'corriger', lead: lead.id, email });
        const isErased = (round + nth) % 4 === 3;
        if (isErased) await done({ do: 'effacer', lead: lead.id });
        else {
          const again = await client.sendJson(server.url, lead);
          if (again !== 200) broken.push(`the first version again: ${again}`);
        }
        if (isErased) erased.push(lead);
        else kept.set(email, lead);
      }),
    );
    if (round % ROUNDS_A_KILL === ROUNDS_A_KILL - 1) {
      await server.killNine();
      server = await stage.start(settings);
      act = await openDesk(server, dataDir, settings);
    }
  }
  await provider.heal();
  const emails = async () => (await provider.records()).map(({ fields }) => fields.Email ?? '');
  const isSettled = async () => {
    const there = await emails();
    return there.length === kept.size && there.every((email) => kept.has(email));
  };
  await until('one record a lead', WITHIN_MS, isSettled).catch(() => {});
  const there = await emails();
  const missing = [...kept.keys()].filter((email) => !there.includes(email));
  const more = there.length - (kept.size - missing.length);
  const ofErased = erased.filter(({ id }) => there.some((email) => email.includes(id)));
  if (missing.length > 0) broken.push(`${missing.length} leads are not there by their corrected address`);
  if (more > 0) broken.push(`${more} records too many, ${ofErased.length} of them of erased people`);
  return {
    acknowledged: client.acknowledged.size,
    delivered: client.acknowledged.size - missing.length,
    missing: missing.length,
    twice: more,
    ...{ merged: 0, overwritten: 0, broken: [] },
    note: `${kept.size} corrected, ${erased.length} erased after that`,
  };
}

const ROW = {
  fault:
    'corrected, and every fourth erased, beside an answer that is lost before, during and after, and kill -9',
  unit: 'leads',
  dose: { full: 300, quick: 20 },
  bar: 'one record a lead, with its corrected address; none of an erased one; the first version again: 200',
} as const;

export const correctedBesideLostAnswers: Row = {
  ...ROW,
  name: 'corrected',
  run: (scene) => correctedBeside(scene, {}),
};

export const correctedBesideLostAnswersPostgres: Row = {
  ...ROW,
  name: 'corrected-postgres',
  dose: { full: 300, quick: 10 },
  fault: 'the same with PostgreSQL',
  run: async (scene) => correctedBeside(scene, { DATABASE_URL: (await onPostgres(scene)).DATABASE_URL }),
};
