import { expect, test } from 'vitest';
import { FAKE, startFakeAirtable } from '../../../tests/fakes/airtable.ts';
import { emails, kinds, setUp } from '../../../tests/fakes/airtable-destination.ts';
import { someLead, someLeads } from '../../../tests/fakes/leads.ts';
import { Secret } from '../../config/secrets.ts';

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

test('what three leads alike were refused for is held against no other: those are put back untried', async () => {
  const { fake, deliver } = await setUp();
  const bad = Array.from({ length: 3 }, () => someLead({ name: 'refused here' }));
  fake.refuseValue('refused here');
  const outcomes = await deliver({ leads: [...bad, ...someLeads(7)] });
  expect(kinds(outcomes)).toEqual([...Array(3).fill('rejected'), ...Array(7).fill('transient')]);
  expect(outcomes.at(-1)).toMatchObject({ unknown: false });
});

test('the fourth strategy is posted like the others, whatever the three before were refused for', async () => {
  const { fake, deliver, destination } = await setUp({ mayNotRead: true });
  const after = { status: 403, message: 'Refused' };
  const minimal = await deliver({ leads: [someLead()], strategy: 3, after });
  expect(minimal).toEqual([{ kind: 'delivered', remoteId: fake.records[0]?.id }]);
  expect(Object.keys(fake.records[0]?.fields ?? {})).toEqual(['Name', 'Email', 'URL']);
  expect(fake.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'POST Acquisition',
  ]);
  expect([0, 1, 2, 3].map((strategy) => destination.leavesFieldsOut(strategy))).toEqual([
    false,
    false,
    false,
    true,
  ]);
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
