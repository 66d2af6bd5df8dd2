import { expect, onTestFinished, test } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { FAKE, type FakeOptions, startFakeAirtable } from '../../../tests/fakes/airtable.ts';
import { settingsOf } from '../../../tests/fakes/airtable-settings.ts';
import { leapingClock } from '../../../tests/fakes/clock.ts';
import { someLead, someLeads } from '../../../tests/fakes/leads.ts';
import { paceOfOne } from '../../../tests/fakes/pace.ts';
import { permitsOfOne } from '../../../tests/fakes/permits.ts';
import type { AirtableConfig } from '../../config/config.ts';
import { Secret } from '../../config/secrets.ts';
import type { Group } from '../destination.ts';
import { airtable } from './airtable.ts';

async function setUp(options: FakeOptions & { settings?: Partial<AirtableConfig>; timeoutMs?: number } = {}) {
  const { settings, timeoutMs = 2_000, ...fakeOptions } = options;
  const clock = leapingClock();
  const fake = await startFakeAirtable({ now: clock.now, ...fakeOptions });
  onTestFinished(() => fake.close());
  const destination = airtable(
    { ...settingsOf(fake), ...settings },
    {
      clock,
      pace: paceOfOne(clock.now),
      permits: permitsOfOne(clock.now),
      probes: paceOfOne(clock.now),
      timeoutMs,
    },
  );
  const stop = new AbortController();
  const deliver = async (group: Partial<Group> & Pick<Group, 'leads'>, until = Number.POSITIVE_INFINITY) => {
    const outcomes = await destination.deliver({ strategy: 1, ...group }, { signal: stop.signal, until });
    return group.leads.map(({ id }) => outcomes.get(id));
  };
  const find = async (group: Partial<Group> & Pick<Group, 'leads'>) => {
    const limits = { signal: stop.signal, until: Number.POSITIVE_INFINITY };
    const looked = await destination.find({ strategy: 1, ...group }, limits);
    return group.leads.map(({ id }) => looked.get(id));
  };
  return { clock, fake, destination, deliver, find, stop };
}

const kinds = (outcomes: readonly ({ kind: string } | undefined)[]) => outcomes.map((one) => one?.kind);
const emails = (records: readonly { fields: Record<string, string> }[]) =>
  records.map((one) => one.fields.Email);

test('ten leads go out in one request, and each learns the name of its record', async () => {
  const { fake, deliver } = await setUp();
  const leads = someLeads(10);
  const outcomes = await deliver({ leads });
  expect(fake.requests).toHaveLength(1);
  expect(emails(fake.records)).toEqual(leads.map(({ email }) => email));
  expect(outcomes).toEqual(fake.records.map(({ id }) => ({ kind: 'delivered', remoteId: id })));
});

test.each([0, 1, 2, 3])('what strategy %i creates is found again by every strategy', async (strategy) => {
  const { fake, deliver, find } = await setUp();
  const leads = [someLead(), someLead({ name: 'A "b" \\ c', email: `o'neil"\\${strategy}@example.ch` })];
  expect(kinds(await deliver({ leads, strategy }))).toEqual(['delivered', 'delivered']);
  for (const looking of [0, 1, 2, 3])
    expect(await find({ leads, strategy: looking })).toEqual(
      fake.records.map(({ id }) => ({ kind: 'searched', candidates: [{ id, exact: true }] })),
    );
});

test('nothing at the provider is ever updated, and no address stands in a URL', async () => {
  const { fake, deliver, find } = await setUp();
  const leads = someLeads(3);
  await find({ leads });
  await deliver({ leads });
  await find({ leads });
  expect(fake.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'POST listRecords',
    'POST Acquisition',
    'POST listRecords',
  ]);
});

test('sixty requests in a row stay below the provider’s limit', async () => {
  const { fake, deliver, clock } = await setUp();
  const from = clock.now();
  for (let n = 0; n < 60; n += 1) await deliver({ leads: [someLead()] });
  expect(fake.requests.every(({ status }) => status === 200)).toBe(true);
  expect(clock.now() - from).toBeLessThan(15_000);
});

test('after a 429 nothing is sent for 30 s, or longer when the provider says so', async () => {
  const { fake, deliver, destination, clock } = await setUp();
  fake.fail({ kind: 'status', status: 429, body: { errors: [{ error: 'RATE', message: 'Slower' }] } });
  expect(await deliver({ leads: [someLead()] })).toMatchObject([
    { kind: 'transient', status: 429, message: 'Slower', unknown: false },
  ]);
  expect(destination.pausedUntil()).toBe(clock.now() + 30_000);
  expect(await deliver({ leads: [someLead()] })).toMatchObject([{ kind: 'transient', unknown: false }]);
  expect(fake.requests).toHaveLength(1);
  await clock.wait(30_000);
  fake.fail({ kind: 'status', status: 429, retryAfter: '120' });
  await deliver({ leads: [someLead()] });
  expect(destination.pausedUntil()).toBe(clock.now() + 120_000);
});

test.each([408, 500, 502, 503])('a %i is transient and its outcome unknown', async (status) => {
  const { fake, deliver, find } = await setUp();
  fake.fail({ kind: 'stored-status', status });
  const leads = [someLead()];
  expect(await deliver({ leads })).toMatchObject([{ kind: 'transient', status, unknown: true }]);
  expect(await find({ leads })).toMatchObject([{ candidates: [{ id: fake.records[0]?.id }] }]);
});

test.each(['hang', 'close', 'stored-hang', 'stored-close'] as const)(
  'after “%s” the outcome is unknown, and what is found is what was stored',
  async (kind) => {
    const { fake, deliver, find } = await setUp({ timeoutMs: 500 });
    fake.fail({ kind });
    const leads = [someLead()];
    expect(await deliver({ leads })).toMatchObject([{ kind: 'transient', unknown: true }]);
    const candidates = fake.records.map(({ id }) => ({ id, exact: true }));
    expect(candidates).toHaveLength(kind.startsWith('stored') ? 1 : 0);
    expect(await find({ leads })).toEqual([{ kind: 'searched', candidates }]);
  },
);

test('an answer of 200 that nobody can read leaves the outcome unknown', async () => {
  const { fake, deliver } = await setUp();
  fake.fail({ kind: 'status', status: 200, body: '<html>portal</html>' });
  expect(await deliver({ leads: [someLead()] })).toMatchObject([{ kind: 'transient', unknown: true }]);
});

test('a connection that was refused sent nothing', async () => {
  const gone = await startFakeAirtable();
  await gone.close();
  const { deliver } = await setUp({ settings: { apiUrl: gone.url } });
  expect(await deliver({ leads: [someLead()] })).toMatchObject([{ kind: 'transient', unknown: false }]);
});

test('a batch with one bad lead is split until only that one is apart', async () => {
  const { fake, deliver } = await setUp();
  const leads = someLeads(10);
  const bad = someLead({ name: 'refused here' });
  fake.refuseValue(bad.name);
  const batch = leads.with(6, bad);
  const outcomes = await deliver({ leads: batch });
  expect(kinds(outcomes)).toEqual(batch.map((lead) => (lead === bad ? 'rejected' : 'delivered')));
  expect(outcomes[6]).toMatchObject({ rejection: { status: 422, type: 'INVALID_VALUE_FOR_COLUMN' } });
  expect(new Set(emails(fake.records)).size).toBe(9);
  expect(fake.records).toHaveLength(9);
  expect(fake.requests.length).toBeLessThanOrEqual(9);
});

test.each([
  ['a wrong token', { settings: { token: new Secret('patWRONG') } }, 401],
  ['a wrong base', { settings: { baseId: 'appWRONG' } }, 403],
  ['a wrong table', { settings: { table: 'Elsewhere' } }, 403],
  ['a missing field', { without: ['Status'] }, 422],
])('%s is told once for the whole batch', async (_name, options, status) => {
  const { fake, deliver } = await setUp(options);
  const outcomes = await deliver({ leads: someLeads(10) });
  expect(kinds(outcomes)).toEqual(Array(10).fill('rejected'));
  expect(outcomes[0]).toMatchObject({ rejection: { status } });
  expect(fake.requests).toHaveLength(1);
});

test('the minimal strategy gets through where fields are missing', async () => {
  const { deliver } = await setUp({ without: ['Status', 'ID'] });
  expect(kinds(await deliver({ leads: [someLead()], strategy: 3 }))).toEqual(['delivered']);
});

test('of one e-mail, a record is a lead’s by session, or without an ID by page; what it says now is compared word for word', async () => {
  const { fake, deliver, find } = await setUp();
  const lead = someLead();
  const same = { ...lead, id: crypto.randomUUID(), name: 'Zoé Meier', url: 'http://localhost/' };
  const elsewhere = someLead({ email: lead.email });
  await deliver({ leads: [lead] });
  await deliver({ leads: [same] });
  await deliver({ leads: [elsewhere] });
  await deliver({ leads: [lead], strategy: 3 });
  const [own, other, foreign, minimal] = fake.records.map(({ id }) => id);
  const candidatesOf = async (one: Lead) => {
    const [looked] = await find({ leads: [one] });
    const candidates = looked?.kind === 'searched' ? looked.candidates : [];
    return new Map(candidates.map(({ id, exact }) => [id, exact]));
  };
  expect(await candidatesOf(lead)).toEqual(
    new Map([
      [own, true],
      [other, false],
      [minimal, true],
    ]),
  );
  expect(await candidatesOf(same)).toEqual(
    new Map([
      [own, false],
      [other, true],
    ]),
  );
  expect(await candidatesOf(elsewhere)).toEqual(
    new Map([
      [foreign, true],
      [minimal, true],
    ]),
  );
  fake.edit(own ?? '', { Name: 'Zoé M.', Status: 'Warm', Email: lead.email.toUpperCase() });
  expect((await candidatesOf(lead)).get(own ?? '')).toBe(false);
});

test('candidates come in the order in which they were made, over as many pages as there are', async () => {
  const { fake, deliver, find, clock } = await setUp();
  const lead = someLead();
  const made: string[] = [];
  for (let round = 0; round < 21; round += 1) {
    const leads = Array.from({ length: 10 }, () => ({ ...lead, id: crypto.randomUUID() }));
    for (const outcome of await deliver({ leads }))
      if (outcome?.kind === 'delivered') made.push(outcome.remoteId);
    await clock.wait(1_000);
  }
  const asked = fake.requests.length;
  const [looked] = await find({ leads: [lead] });
  expect(fake.requests.length - asked).toBe(3);
  const found = looked?.kind === 'searched' ? looked.candidates.map(({ id }) => id) : [];
  expect(found).toHaveLength(210);
  const rounds = found.map((id) => Math.floor(made.indexOf(id) / 10));
  expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
});

test('a field that the table lacks does not keep a lead from being found', async () => {
  const { deliver, find } = await setUp({ without: ['Status', 'ID'] });
  const leads = [someLead()];
  await deliver({ leads, strategy: 3 });
  expect(await find({ leads })).toMatchObject([{ candidates: [{ exact: true }] }]);
});

test('fields of other types are looked through all the same', async () => {
  const { deliver, find } = await setUp({ types: { Email: 'email', URL: 'url' } });
  const leads = [someLead()];
  await deliver({ leads });
  expect(await find({ leads })).toMatchObject([{ candidates: [{ exact: true }] }]);
});

test('a token that may not read finds nothing out, says so, and may still create', async () => {
  const { deliver, find, destination } = await setUp({ mayNotRead: true });
  const leads = someLeads(2);
  for (const strategy of [0, 1, 2, 3])
    expect(await find({ leads, strategy })).toMatchObject(
      Array(2).fill({ kind: 'rejected', rejection: { status: 403 } }),
    );
  expect(destination.acceptance()).toBe('accepting');
  expect(kinds(await deliver({ leads }))).toEqual(['delivered', 'delivered']);
});

test('a token that is no longer known is asked about once a minute, by searches too', async () => {
  const { find, destination, fake } = await setUp({ settings: { token: new Secret('patWRONG') } });
  for (const strategy of [0, 1, 2, 3]) await find({ leads: someLeads(1), strategy });
  expect(destination.acceptance()).toBe('refusing');
  expect(await find({ leads: someLeads(1) })).toMatchObject([{ kind: 'transient', unknown: false }]);
  expect(fake.requests).toHaveLength(4);
});

test('while everything is refused, a search does not use up the minute’s one creation', async () => {
  const { deliver, find, fake, destination, clock } = await setUp();
  const full = { kind: 'status', status: 403, body: { error: { type: 'FULL', message: 'Full' } } } as const;
  fake.fail(full, 4);
  for (const strategy of [0, 1, 2, 3]) await deliver({ leads: [someLead()], strategy });
  expect(destination.acceptance()).toBe('refusing');
  await clock.wait(60_000);
  const leads = [someLead()];
  expect(kinds(await find({ leads }))).toEqual(['searched']);
  expect(kinds(await deliver({ leads }))).toEqual(['delivered']);
  expect(destination.acceptance()).toBe('accepting');
});

test('a search that breaks says nothing about the lead', async () => {
  const { fake, find } = await setUp({ timeoutMs: 200 });
  const unreadable = { kind: 'status', status: 200, body: { records: [{ id: 1 }] } } as const;
  for (const fault of [{ kind: 'hang' }, { kind: 'close' }, unreadable] as const) {
    fake.fail(fault, 3);
    expect(await find({ leads: [someLead()] })).toMatchObject([{ kind: 'transient', unknown: false }]);
    fake.heal();
  }
});

test('a search that breaks once or twice is asked again, one that must pause is not', async () => {
  const { fake, find, destination, clock } = await setUp();
  fake.fail({ kind: 'status', status: 503 }, 2);
  expect(kinds(await find({ leads: [someLead()] }))).toEqual(['searched']);
  expect(fake.requests).toHaveLength(3);
  fake.fail({ kind: 'status', status: 429 });
  expect(kinds(await find({ leads: [someLead()] }))).toEqual(['transient']);
  expect(fake.requests).toHaveLength(4);
  expect(destination.pausedUntil()).toBe(clock.now() + 30_000);
});

test('the first half is kept when the second half meets a broken provider', async () => {
  const { fake, deliver } = await setUp();
  const leads = [...someLeads(3), someLead({ name: 'refused here' })];
  fake.refuseValue('refused here');
  const delivering = deliver({ leads });
  await fake.until(() => fake.requests.length === 2);
  fake.fail({ kind: 'status', status: 503 });
  const outcomes = await delivering;
  expect(kinds(outcomes)).toEqual(['delivered', 'delivered', 'transient', 'transient']);
});

test('nothing is sent that could outlast the lease', async () => {
  const { fake, deliver, clock } = await setUp({ timeoutMs: 2_000 });
  const outcomes = await deliver({ leads: someLeads(2) }, clock.now() + 1_999);
  expect(outcomes).toMatchObject(Array(2).fill({ kind: 'transient', unknown: false }));
  expect(fake.requests).toHaveLength(0);
});

test('breaking off leaves the outcome of a request under way unknown', async () => {
  const { fake, deliver, stop } = await setUp();
  fake.fail({ kind: 'stored-hang' });
  const delivering = deliver({ leads: [someLead()] });
  await fake.until(() => fake.records.length === 1);
  stop.abort();
  expect(await delivering).toMatchObject([{ kind: 'transient', unknown: true }]);
  expect(await deliver({ leads: [someLead()] })).toMatchObject([{ kind: 'transient', unknown: false }]);
});

test('the token is in no message, whatever the provider repeats', async () => {
  const { fake, deliver } = await setUp();
  const message = `Bearer ${FAKE.token} is not welcome`;
  fake.fail({ kind: 'status', status: 400, body: { error: { type: 'X_Y', message } } });
  fake.fail({ kind: 'status', status: 500, body: { error: { type: 'X_Y', message } } });
  const leads = [someLead()];
  const outcomes = JSON.stringify([await deliver({ leads }), await deliver({ leads })]);
  expect(outcomes).toContain('is not welcome');
  expect(outcomes).not.toContain(FAKE.token);
});
