import { expect, test } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { kinds, setUp } from '../../../tests/fakes/airtable-destination.ts';
import { someLead, someLeads } from '../../../tests/fakes/leads.ts';
import { Secret } from '../../config/secrets.ts';

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
