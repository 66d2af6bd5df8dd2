import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Environment } from '#server/config/env.ts';
import type { Database } from '#server/store/database.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { postLead, someLead } from '../../fakes/leads.ts';
import { calHook, HOOK_KEYS, signed } from '../../fakes/scheduling-hooks.ts';
import { openGiven } from '../../postgres/open-given.ts';
import { using } from '../../service/seeded-store.ts';
import { onPostgres } from '../harness/postgres.ts';
import { NOTHING_SENT, type Row, type Scene } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';

const CALLS_A_ROUND = 4;
const ROUNDS_A_KILL = 3;
const HOUR = 3_600_000;
/** How long a provider goes on repeating what was not confirmed. */
const REPEATED_MS = 60_000;

const ROW = {
  fault: 'webhooks of one call at the same moment, in any order and twice, answers cut, and kill -9',
  unit: 'calls',
  dose: { full: 200, quick: 16 },
  bar: 'each is one call of its lead, at its last time or cancelled, with one row for each change; all are confirmed',
} as const;

interface Told {
  readonly email: string;
  readonly start: number;
  readonly isCancelled: boolean;
  /** In the order in which they happened at the provider. */
  readonly bodies: readonly string[];
}

/** A call at Cal.com that is booked, moved and perhaps cancelled, as its webhooks tell it. */
function callOf(nth: number, reference: string, { random }: Scene): Told {
  const email = `v${nth}-${crypto.randomUUID()}@example.ch`;
  const first = Math.ceil(Date.now() / HOUR) * HOUR + (24 + 3 * nth) * HOUR;
  const moves = random.within(1, 2);
  const isCancelled = random() < 0.4;
  const isNamed = () => (random() < 0.5 ? { ref: reference } : {});
  const about = (index: number) => ({
    uid: `n${nth}-${index}`,
    ...(index > 0 && { rescheduleUid: `n${nth}-${index - 1}` }),
    startTime: new Date(first + (index * HOUR) / 2).toISOString(),
    endTime: new Date(first + (index * HOUR) / 2 + HOUR / 4).toISOString(),
    responses: { email: { label: 'email_address', value: email } },
    attendees: [{ email, name: 'Zoé', timeZone: 'Europe/Zurich', language: { locale: 'fr' } }],
    metadata: isNamed(),
  });
  return {
    ...{ email, isCancelled, start: first + (moves * HOUR) / 2 },
    bodies: [
      calHook('BOOKING_CREATED', about(0)),
      ...Array.from({ length: moves }, (_, index) => calHook('BOOKING_RESCHEDULED', about(index + 1))),
      ...(isCancelled ? [calHook('BOOKING_CANCELLED', { ...about(moves), rescheduleUid: undefined })] : []),
      // What only names the lead, of an earlier name.
      calHook('BOOKING_CREATED', { ...about(0), metadata: { ref: reference } }),
    ],
  };
}

async function beside(scene: Scene, settings: Environment, count: number) {
  const { dose, random, broken } = scene;
  const stage = await setStage(scene, { editing: false });
  const environment = { ...settings, CAL_WEBHOOK_SECRET: HOOK_KEYS.cal };
  const start = () => stage.start(environment);
  const servers = [await start()];
  while (servers.length < count) servers.push(await start());
  const { DATABASE_URL } = settings;
  const open = () =>
    DATABASE_URL === undefined ? openSqlite(join(stage.dataDir, 'leads.sqlite')) : openGiven(DATABASE_URL);
  let [kills, cut] = [0, 0];

  /** As a provider does: again until it is confirmed. */
  async function tell(body: string, delayMs: number, cutMs: number): Promise<void> {
    await after(delayMs);
    const until = Date.now() + REPEATED_MS;
    for (let tries = 0; Date.now() < until; tries += 1) {
      const { url } = servers[tries % servers.length] ?? { url: '' };
      const answer = await fetch(`${url}/api/hooks/cal`, {
        ...{
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...signed('cal', body, 0) },
        },
        signal: AbortSignal.timeout(tries === 0 ? cutMs : 20_000),
      }).catch(() => undefined);
      if (answer?.ok) return;
      if (answer === undefined) cut += 1;
      await after(100);
    }
    broken.push('a webhook was never confirmed');
  }

  async function judge(told: readonly (Told & { readonly leadId: string })[]): Promise<void> {
    const rows = (db: Database) =>
      Promise.all(
        told.map(async (call) => {
          const calls = await db.selectFrom('bookings').selectAll().where('email', '=', call.email).execute();
          const [one] = calls;
          const changes =
            one &&
            (await db
              .selectFrom('booking_changes')
              .select('kind')
              .where('booking_id', '=', one.id)
              .execute());
          return { call, calls, one, changes };
        }),
      );
    for (const { call, calls, one, changes } of await using(open(), rows)) {
      // What was cancelled before it was known to be booked is no call.
      if (one === undefined && call.isCancelled) continue;
      const found = [calls.length, one?.lead_id, one?.state, ...(call.isCancelled ? [] : [one?.start_at])];
      const due = [1, call.leadId, ...(call.isCancelled ? ['cancelled'] : ['booked', call.start])];
      if (String(found) !== String(due)) broken.push(`${found} in the place of ${due}`);
      if (one !== undefined && one.sequence + 1 !== changes?.length)
        broken.push(`sequence ${one.sequence} with ${changes?.length} changes`);
    }
  }

  for (let made = 0; made < dose; made += CALLS_A_ROUND) {
    const told: (Told & { readonly leadId: string })[] = [];
    for (let nth = made; nth < Math.min(dose, made + CALLS_A_ROUND); nth += 1) {
      const lead = someLead();
      const answer = await postLead(servers[0]?.url ?? '', lead);
      const { reference } = (await answer.json()) as { reference: string };
      told.push({ ...callOf(nth, reference, scene), leadId: lead.id });
    }
    const telling = told
      .flatMap(({ bodies }) => bodies.flatMap((body) => (random() < 0.3 ? [body, body] : [body])))
      .map((body) => tell(body, random.within(0, 30), random() < 0.3 ? random.within(1, 40) : 20_000));
    if ((made / CALLS_A_ROUND) % ROUNDS_A_KILL === ROUNDS_A_KILL - 1) {
      await after(random.within(0, 60));
      kills += 1;
      await servers[0]?.killNine();
      servers[0] = await start();
    }
    await Promise.all(telling);
    await judge(told);
  }
  return { ...NOTHING_SENT, note: `${kills} kills, ${cut} requests without an answer` };
}

export const webhooksBesideMoves: Row = {
  ...ROW,
  name: 'webhooks-beside-moves',
  run: (scene) => beside(scene, {}, 1),
};

export const webhooksBesideMovesPostgres: Row = {
  ...ROW,
  name: 'webhooks-beside-moves-postgres',
  dose: { full: 200, quick: 8 },
  fault: 'the same with two servers on PostgreSQL',
  run: async (scene) => beside(scene, { DATABASE_URL: (await onPostgres(scene)).DATABASE_URL }, 2),
};
