import { expect, onTestFinished, test } from 'vitest';
import { FAKE, type FakeOptions, startFakeAirtable } from '../../../tests/fakes/airtable.ts';
import { settingsOf } from '../../../tests/fakes/airtable-settings.ts';
import { leapingClock } from '../../../tests/fakes/clock.ts';
import { someLead, someLeads } from '../../../tests/fakes/leads.ts';
import { paceOfOne } from '../../../tests/fakes/pace.ts';
import { placesOfOne } from '../../../tests/fakes/places.ts';
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
      places: placesOfOne(clock.now),
      timeoutMs,
    },
  );
  const stop = new AbortController();
  const deliver = async (group: Partial<Group> & Pick<Group, 'leads'>, until = Number.POSITIVE_INFINITY) => {
    const outcomes = await destination.deliver(
      { strategy: 1, upsert: false, ...group },
      { signal: stop.signal, until },
    );
    return group.leads.map(({ id }) => outcomes.get(id));
  };
  return { clock, fake, destination, deliver, stop };
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

test.each([0, 1, 2, 3])('strategy %i is accepted, as a creation and as an upsert', async (strategy) => {
  const { fake, deliver } = await setUp();
  const leads = [someLead()];
  expect(kinds(await deliver({ leads, strategy }))).toEqual(['delivered']);
  expect(kinds(await deliver({ leads, strategy, upsert: 'own' }))).toEqual(['delivered']);
  expect(fake.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  expect(fake.records).toHaveLength(1);
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
  const { fake, deliver } = await setUp();
  fake.fail({ kind: 'stored-status', status });
  const leads = [someLead()];
  expect(await deliver({ leads })).toMatchObject([{ kind: 'transient', status, unknown: true }]);
  expect(kinds(await deliver({ leads, upsert: 'own' }))).toEqual(['delivered']);
  expect(fake.records).toHaveLength(1);
});

test.each(['hang', 'close', 'stored-hang', 'stored-close'] as const)(
  'after “%s” the outcome is unknown and the upsert leaves one record',
  async (kind) => {
    const { fake, deliver } = await setUp({ timeoutMs: 200 });
    fake.fail({ kind });
    const leads = [someLead()];
    expect(await deliver({ leads })).toMatchObject([{ kind: 'transient', unknown: true }]);
    expect(kinds(await deliver({ leads, upsert: 'own' }))).toEqual(['delivered']);
    expect(fake.records).toHaveLength(1);
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

test('a lead that several records match already is there', async () => {
  const { fake, deliver } = await setUp();
  const lead = someLead();
  await deliver({ leads: [lead, { ...lead, id: crypto.randomUUID() }] });
  const others = someLeads(3);
  const outcomes = await deliver({ leads: [...others, lead], upsert: 'own' });
  expect(kinds(outcomes)).toEqual(Array(4).fill('delivered'));
  expect(outcomes[3]).toMatchObject({ alreadyThere: true });
  expect(fake.records).toHaveLength(5);
});

test.each([0, 1, 2])('what the minimal strategy has left is known again by strategy %i', async (strategy) => {
  const { fake, deliver } = await setUp();
  const leads = someLeads(3);
  await deliver({ leads, strategy: 3 });
  expect(kinds(await deliver({ leads, strategy, upsert: 'common' }))).toEqual(Array(3).fill('delivered'));
  expect(fake.records).toHaveLength(3);
  expect(fake.records[0]?.fields).toMatchObject({ Status: 'Cold', ID: leads[0]?.userId });
});

test('two leads of one identity never share an upsert', async () => {
  const { fake, deliver } = await setUp();
  const lead = someLead();
  const leads = [lead, someLead(), { ...lead, id: crypto.randomUUID() }];
  expect(kinds(await deliver({ leads, upsert: 'own' }))).toEqual(Array(3).fill('delivered'));
  expect(fake.requests).toHaveLength(2);
  expect(fake.records).toHaveLength(2);
});

test('merging on a field of a type that cannot be merged on is a rejection', async () => {
  const { deliver } = await setUp({ types: { Email: 'email' } });
  expect(kinds(await deliver({ leads: [someLead()], upsert: 'own' }))).toEqual(['rejected']);
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
