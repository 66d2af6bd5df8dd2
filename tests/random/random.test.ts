import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { statusAfter } from '#domain/lead-status.ts';
import { Secret } from '#server/config/secrets.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { signedLinks } from '#server/messages/links.ts';
import type { Database } from '#server/store/database.ts';
import { leadEvents } from '#server/store/leads/events.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { type FakeAirtable, startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { calHook, calNoShow, HOOK_KEYS, signed } from '../fakes/scheduling-hooks.ts';
import { type Random, seeded } from '../fault/harness/random.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { HTML, postJson, sendForm, sendJson, someLead, startServer } from '../service/test-server.ts';
import { newSqliteFile } from '../support/new-sqlite.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const seed = Number(process.env.RANDOM_SEED ?? 1);
const minutes = Number(process.env.RANDOM_MINUTES ?? 0.3);
const isPostgres = process.env.RANDOM_ENGINE === 'postgres';
/** Cases at a time, each of a person of its own. */
const LANES = 3;
/** How long delivery and erasure may take after the last action of a case, with a provider that is slow and cut. */
const SETTLED_MS = 60_000;

interface Server {
  readonly url: string;
  readonly opsUrl: string;
}

/** What all cases share. */
interface World {
  readonly db: Database;
  readonly servers: readonly Server[];
  readonly fake: FakeAirtable;
  readonly links: ReturnType<typeof signedLinks>;
  readonly desk: { readonly cookie: string; readonly token: string };
  readonly starts: () => Promise<string[]>;
}

/** What was answered, as far as it promises something. */
interface Answered {
  readonly what: string;
  readonly status: number;
  readonly location: string;
  readonly given?: string | undefined;
}

test(`seed ${seed}: whatever is done beside whatever, nothing is there twice, comes back or is only said to be done`, {
  timeout: minutes * MINUTE + 5 * MINUTE,
}, async () => {
  const world = await open();
  const until = performance.now() + minutes * MINUTE;
  const broken: string[] = [];
  const erased: string[] = [];
  const counts = { cases: 0, actions: 0 };
  const kinds = new Set<string>();
  const lane = async (of: number) => {
    const random = seeded(seed + of);
    while (performance.now() < until && broken.length < 20) {
      const name = `${of}.${counts.cases++}`;
      const told = await oneCase(world, random, name);
      counts.actions += told.answers.length;
      for (const { what } of told.answers) kinds.add(what);
      if (told.isErased) erased.push(told.userId);
      broken.push(...told.broken.map((line) => `case ${name}: ${line}\n    ${told.history}`));
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, of) => lane(of)));
  for (const line of broken) console.log(line);
  await settled(async () => {
    const owed = await world.db
      .selectFrom('erased_records')
      .select('remote_id')
      .where('state', '=', 'owed')
      .execute();
    const searches = await world.db.selectFrom('erased_searches').selectAll().execute();
    return owed.length + searches.length === 0;
  });
  for (const userId of erased)
    if (recordsOf(world.fake, userId).length > 0) broken.push(`${userId} was erased and has a record`);
  console.log(
    `${counts.actions} actions of ${kinds.size} kinds in ${counts.cases} cases, ${broken.length} broken`,
  );
  expect(broken).toEqual([]);
});

async function open(): Promise<World> {
  const random = seeded(seed + 1_000);
  const fake = await startFakeAirtable({
    onRequest: () => {
      if (random() < 1 / 15) fake.fail({ kind: random.pick(['close', 'stored-close', 'stored-close']) });
      else if (random() < 1 / 5) fake.fail({ kind: 'latency', ms: random.within(20, 300) });
    },
  });
  onTestFinished(() => fake.close());
  const dataDir = join(temporaryFolder(), 'data');
  const url = isPostgres ? await migratedDatabase() : undefined;
  if (url === undefined) await newSqliteFile(dataDir);
  const environment = (index: number) => ({
    ...airtableEnvironment(fake),
    LEADS_PER_MINUTE: '100000',
    CAL_WEBHOOK_SECRET: HOOK_KEYS.cal,
    ...(url === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: url, DATA_DIR: `${dataDir}${index}` }),
  });
  const servers: Server[] = [];
  for (let index = 0; index < (isPostgres ? 2 : 1); index += 1)
    servers.push(await startServer(environment(index)));
  const db = url === undefined ? openSqlite(join(dataDir, 'leads.sqlite')) : openGiven(url);
  onTestFinished(() => db.destroy());
  const secret = async (name: 'desk' | 'message-links') =>
    (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
  const [first] = servers;
  if (first === undefined) throw new Error('No server');
  const entry = await fetch(`${first.opsUrl}/?key=${await secret('desk')}`, { redirect: 'manual' });
  const cookie = entry.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await (await fetch(`${first.opsUrl}/sante`, { headers: { ...HTML, cookie } })).text();
  const token = page.match(/name="token" value="([^"]+)"/)?.[1] ?? '';
  const starts = async () => {
    const day = new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10);
    const answer = await fetch(`${first.url}/api/slots?from=${day}&days=20`);
    return ((await answer.json()) as { slots: string[] }).slots;
  };
  const links = signedLinks(new Secret(await secret('message-links')));
  return { db, servers, fake, links, desk: { cookie, token }, starts };
}

const recordsOf = (fake: FakeAirtable, userId: string) =>
  fake.records.filter(({ fields }) => Object.values(fields).includes(userId));

async function settled(isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + SETTLED_MS; performance.now() < end; await sleep(100))
    if (await isSo()) return true;
  return false;
}

/** One person: a lead, a call booked here and one at the provider, and what happens to them by chance. */
async function oneCase({ db, servers, fake, links, desk, starts }: World, random: Random, name: string) {
  const userId = `usr_${name.replace('.', '_')}_${seed}`;
  const lead = someLead({ email: `p${name}.${seed}@example.ch`, userId });
  const answers: Answered[] = [];
  const broken: string[] = [];
  const history: string[] = [];
  const at = () => random.pick(servers as [Server, ...Server[]]);
  const note = async (what: string, response: Promise<Response>, given?: string) => {
    const answer = await response;
    const location = answer.headers.get('location') ?? '';
    answers.push({ what, status: answer.status, location, given });
    history.push(`${what} ${given ?? ''} ${answer.status} ${location.slice(0, 60)}`);
    if (answer.status >= 500) broken.push(`${what} was answered ${answer.status}`);
    return answer;
  };
  const free = await starts();
  const aStart = () => free[random.within(0, free.length - 1)] ?? '';
  const calls = { id: crypto.randomUUID(), manage: '', start: aStart(), cal: '' };
  const uid = (index: number) => `cal-${name}-${seed}-${index}`;
  let names = 0;
  let marque = '';
  const reference = () => links.sign('reference', lead.id, Date.now() + HOUR);
  const hook = (what: string, body: string) =>
    note(what, sendJson(`${at().url}/api/hooks/cal`, body, signed('cal', body, Date.now())));
  const past = (index: number) => {
    const start = Date.now() - (6 - index) * HOUR;
    return { startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR / 4).toISOString() };
  };
  const onDesk = async (what: string, fields: Record<string, string>) => {
    const { opsUrl } = servers[0] as Server;
    const { token, cookie } = desk;
    const body = { token, back: '/', do: what, ...fields };
    const answer = await note(`desk ${what}`, sendForm(`${opsUrl}/faire`, body, { ...HTML, cookie }));
    marque = new URLSearchParams(answer.headers.get('location')?.split('?')[1]).get('marque') ?? marque;
  };
  const page = (what: string, fields: Record<string, string>, given?: string) =>
    calls.manage === ''
      ? Promise.resolve()
      : note(`visitor ${what}`, sendForm(`${at().url}${calls.manage}/${what}`, fields), given).then(() => {});
  const follow = (purpose: 'follow-up' | 'erasure' | 'call', id: string, answer?: string) => {
    const path = purpose === 'erasure' ? 'effacement' : 'suivi';
    const address = `${at().url}/${path}/${links.sign(purpose, id, Date.now() + HOUR)}`;
    return note(`link ${purpose}`, sendForm(address, answer === undefined ? {} : { answer }), answer);
  };
  const ofCal = async () =>
    (
      await db
        .selectFrom('bookings')
        .select('id')
        .where('lead_id', '=', lead.id)
        .where('provider', '=', 'cal')
        .executeTakeFirst()
    )?.id ?? crypto.randomUUID();
  const book = async () => {
    const body = { ...calls, name: lead.name, email: lead.email, phone: '021 555 01 48', lead: reference() };
    const answer = await note('visitor books', sendJson(`${at().url}/api/bookings`, body));
    if (answer.status < 300) calls.manage = ((await answer.json()) as { manage: string }).manage;
  };
  const operator = operatorWriter(db, async () => {});

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    'sends the lead again': () => note('visitor sends', postJson(at().url, lead)),
    'sends the lead by form': () =>
      note('visitor sends by form', sendForm(`${at().url}/api/leads`, { ...lead, user_id: userId })),
    books: book,
    moves: () => {
      const start = aStart();
      return page('deplacer', { start }, start);
    },
    'moves back': () => page('deplacer', { start: calls.start }, calls.start),
    'corrects the number': () => page('numero', { phone: random.pick(['021 555 01 49', '021 555 01 48']) }),
    cancels: () => page('annuler', {}),
    'asks for erasure': () => follow('erasure', lead.id),
    'cal books': () =>
      hook(
        'cal books',
        calHook('BOOKING_CREATED', { uid: uid(0), ...past(0), metadata: { ref: reference() } }),
      ),
    'cal books, nameless': () =>
      hook(
        'cal books',
        calHook('BOOKING_CREATED', { uid: uid(names), ...past(names), bookingId: random.within(1, 9) }),
      ),
    'cal moves': () => {
      names += 1;
      return hook(
        'cal moves',
        calHook('BOOKING_RESCHEDULED', { uid: uid(names), rescheduleUid: uid(names - 1), ...past(names) }),
      );
    },
    'cal cancels': () =>
      hook(
        'cal cancels',
        calHook('BOOKING_CANCELLED', { uid: uid(names), ...past(names), bookingId: random.within(1, 9) }),
      ),
    'cal no-show': () => hook('cal no-show', calNoShow(uid(names))),
    'desk repondu': () => onDesk('repondu', { lead: lead.id }),
    'desk perdu': () => onDesk('perdu', { lead: lead.id }),
    'desk gagne': () => onDesk('gagne', { lead: lead.id, amount: '1500' }),
    'desk tenu': () => onDesk('tenu', { lead: lead.id }),
    'desk pas-joint': () => onDesk('pas-joint', { lead: lead.id }),
    'desk call tenu': async () => onDesk('tenu', { lead: lead.id, call: await ofCal() }),
    'desk call pas-joint': async () => onDesk('pas-joint', { lead: lead.id, call: await ofCal() }),
    'desk confirme': () => onDesk('confirme', { lead: lead.id }),
    'desk audit-envoye': () => onDesk('audit-envoye', { lead: lead.id }),
    'desk laisser': () => onDesk('laisser', { lead: lead.id }),
    'desk retenir': () => onDesk('retenir', { lead: lead.id }),
    'desk reessayer': () => onDesk('reessayer', { lead: lead.id }),
    'desk corriger': () =>
      onDesk('corriger', { lead: lead.id, email: `c${random.within(1, 9)}.${lead.email}` }),
    'desk annuler-appel': () => onDesk('annuler-appel', { call: calls.id }),
    'desk annuler': () => onDesk('annuler', { mark: marque }),
    'desk effacer': () => onDesk('effacer', { lead: lead.id }),
    'link tenu': async () => follow('call', await ofCal(), random.pick(['tenu', 'pas-joint'])),
    'link answer': () =>
      follow(
        'follow-up',
        lead.id,
        random.pick(['repondu', 'pas-joint', 'perdu', 'confirme', 'audit-envoye']),
      ),
    'operator holds': () => operator.hold([lead.id], 'essai'),
    'operator releases': () => operator.release([lead.id]),
  };
  const rare = ['desk effacer', 'asks for erasure'];

  await note('visitor sends', postJson(at().url, lead));
  if (random() < 0.8) await book();
  if (random() < 0.6) await actions['cal books']?.();
  const isErasing = (what: string) => what === 'desk effacer';
  let isErased = false;
  for (let round = random.within(2, 6); round > 0; round -= 1) {
    // Half of them are about one thing, so that they meet each other.
    const theme = random.pick([
      /./,
      /./,
      /./,
      /^cal /,
      /tenu|pas-joint|no-show|annuler$/,
      /move|cancel|correct|annuler-appel/,
    ]);
    const choices = Object.keys(actions).filter((what) => theme.test(what)) as [string, ...string[]];
    const chosen = Array.from({ length: random.within(2, 6) }, () => {
      const what = random.pick(choices);
      return rare.includes(what) && random() < 0.7 ? 'moves' : what;
    });
    const group = isErased ? chosen.filter((what) => !/send|book|cal /.test(what)) : chosen;
    // What comes after an erasure is somebody's own again.
    const acting = group.some(isErasing) ? group.filter((what) => !/send|cal books/.test(what)) : group;
    history.push(`| ${acting.join(' + ')}:`);
    await Promise.all(acting.map((what) => actions[what]?.()));
    if (random() < 0.3) await sleep(random.within(10, 400));
    isErased ||= answers.some(
      ({ what, location }) => what === 'desk effacer' && /fait=effacer/.test(location),
    );
  }

  /** What a form says has an id of its own: whoever sends both has two leads. */
  const leads = await db.selectFrom('leads').select('id').where('user_id', '=', userId).execute();
  // One that is nobody's, as a list may not be empty.
  const ids = ['', ...leads.map(({ id }) => id)];
  await operator.release(ids);
  const isDone = await settled(async () => {
    const waiting = await db
      .selectFrom('outbox')
      .select('lead_id')
      .where('lead_id', 'in', ids)
      .where('state', '<>', 'delivered')
      .execute();
    const status = await db
      .selectFrom('messages')
      .select('id')
      .where('lead_id', 'in', ids)
      .where('channel', '=', 'provider')
      .where('state', '=', 'waiting')
      .execute();
    return waiting.length + status.length === 0;
  });
  if (!isDone)
    broken.push(
      `not settled: ${JSON.stringify(await db.selectFrom('outbox').selectAll().where('lead_id', 'in', ids).execute())}`,
    );
  broken.push(...(await faultsOf(db, lead.id, calls.id, answers, isErased)));
  if (!isErased) {
    const records = recordsOf(fake, userId);
    if (records.length !== leads.length) broken.push(`${records.length} records of ${leads.length} leads`);
    const { remote_id } =
      (await db.selectFrom('outbox').select('remote_id').where('lead_id', '=', lead.id).executeTakeFirst()) ??
      {};
    const there = records.find(({ id }) => id === remote_id)?.fields.Status;
    const here = statusAfter(await leadEvents(db, lead.id));
    if (there !== here) broken.push(`the status is ${there} there and ${here} here`);
  }
  return { answers, broken, isErased, userId, history: history.join('\n    ') };
}

/** What is wrong with a lead and its calls in the database, after what was answered. */
async function faultsOf(
  db: Database,
  leadId: string,
  ownCall: string,
  answers: readonly Answered[],
  isErased: boolean,
): Promise<string[]> {
  const faults: string[] = [];
  const claim = (isSo: boolean, fault: string) => void (isSo || faults.push(fault));
  const lead = await db
    .selectFrom('leads')
    .select(['id', 'email'])
    .where('id', '=', leadId)
    .executeTakeFirst();
  const events = await db
    .selectFrom('lead_events')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const bookings = await db
    .selectFrom('bookings')
    .selectAll()
    .where((e) => e.or([e('lead_id', '=', leadId), e('id', '=', ownCall)]))
    .execute();
  if (isErased) {
    const messages = await db.selectFrom('messages').select('kind').where('lead_id', '=', leadId).execute();
    claim(
      lead === undefined && events.length + bookings.length + messages.length === 0,
      `rows of an erased person: ${JSON.stringify({ lead, events, bookings, messages })}`,
    );
    return faults;
  }
  claim(lead !== undefined, 'the lead is gone');
  for (const booking of bookings) {
    const { id, state, sequence, start_at, provider, outcome } = booking;
    const changes = await db
      .selectFrom('booking_changes')
      .selectAll()
      .where('booking_id', '=', id)
      .orderBy('sequence')
      .execute();
    claim(
      changes.length === sequence + 1 && changes.at(-1)?.sequence === sequence,
      `sequence ${sequence} after ${changes.length} changes`,
    );
    claim(
      (changes.at(-1)?.kind === 'cancelled') === (state === 'cancelled'),
      `state ${state} after ${changes.at(-1)?.kind}`,
    );
    const cells = await db.selectFrom('booking_cells').select('cell').where('booking_id', '=', id).execute();
    claim(
      cells.length > 0 === (provider === null && state === 'booked'),
      `${cells.length} cells of a call that is ${state}`,
    );
    const ofCall = events.filter(
      ({ detail }) => (JSON.parse(detail ?? '{}') as { booking?: string }).booking === id,
    );
    const last = ofCall.findLast(({ kind }) => kind.startsWith('call-'));
    if (booking.lead_id !== null && (last !== undefined || state === 'booked')) {
      claim(
        (last?.kind === 'call-cancelled') === (state === 'cancelled'),
        `event ${last?.kind} of a call that is ${state}`,
      );
      claim(
        (JSON.parse(last?.detail ?? '{}') as { start?: number }).start === start_at,
        'an event of another time',
      );
    }
    const said = ofCall.findLast(({ kind }) => kind !== 'call-cancelled' && kind !== 'call-corrected')?.kind;
    claim(
      outcome === (said === 'held' || said === 'not-reached' ? said : null),
      `outcome ${outcome} after ${said}`,
    );
    if (provider !== null || id !== ownCall) continue;
    for (const { what, status, given } of answers) {
      if (status !== 303) continue;
      if (what === 'visitor annuler') claim(state === 'cancelled', 'cancelled by the visitor, and booked');
      if (what === 'visitor deplacer')
        claim(
          changes.some((one) => one.start_at === Date.parse(given ?? '')),
          `moved to ${given}, and was never there`,
        );
    }
    if (answers.some(({ location }) => /fait=annuler-appel/.test(location)))
      claim(state === 'cancelled', 'cancelled at the desk, and booked');
  }
  const undone = answers.filter(
    ({ location }) => location.includes('fait=annuler') && !location.includes('appel'),
  ).length;
  const marks = answers.flatMap(
    ({ location }) => new URLSearchParams(location.split('?')[1]).get('marque') ?? [],
  );
  const lost = new Set(
    marks.filter((id) => !id.startsWith('call ') && !events.some((event) => event.id === id)),
  );
  claim(lost.size <= undone, `${lost.size} marks noted and not there, ${undone} taken back`);
  return faults;
}
