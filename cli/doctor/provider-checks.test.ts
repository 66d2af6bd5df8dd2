import { expect, onTestFinished, test } from 'vitest';
import type { AirtableConfig } from '#server/config/config.ts';
import { type FakeOptions, startFakeAirtable } from '../../tests/fakes/airtable.ts';
import { settingsOf } from '../../tests/fakes/airtable-settings.ts';
import { leapingClock } from '../../tests/fakes/clock.ts';
import { checkProvider, rehearse } from './provider-checks.ts';

async function rehearsed(
  options: FakeOptions = {},
  before: (fake: Awaited<ReturnType<typeof startFakeAirtable>>) => void = () => {},
  settings: Partial<AirtableConfig> = {},
) {
  const clock = leapingClock();
  const fake = await startFakeAirtable({ now: clock.now, ...options });
  onTestFinished(() => fake.close());
  before(fake);
  const airtable = { ...settingsOf(fake), ...settings };
  const findings = await rehearse(airtable, 'https://exemple.ch', clock.wait);
  return { fake, findings, text: findings.map(({ text }) => text).join(' ') };
}

const refused = { kind: 'status', status: 403, body: '{"error":{"type":"NO","message":"No."}}' } as const;
/** Lets the first requests through and gives the later ones the fault. */
const after =
  (count: number, times = 1) =>
  (fake: Awaited<ReturnType<typeof startFakeAirtable>>) => {
    fake.fail({ kind: 'latency', ms: 0 }, count);
    fake.fail(refused, times);
  };

test('a record is created, changed and deleted, as a delivery writes it', async () => {
  const { fake, findings } = await rehearsed();
  expect(findings).toMatchObject([{ weight: 'fine' }]);
  expect(fake.records).toEqual([]);
  expect(fake.requests.map(({ method, status }) => [method, status])).toEqual([
    ['POST', 200],
    ...Array(4).fill(['PATCH', 200]),
    ['DELETE', 200],
  ]);
  const [{ fields }] = JSON.parse(fake.requests[0]?.body ?? '').records;
  expect(Object.values(fields)).toEqual(expect.arrayContaining(['usr_essai', 'Cold']));
});

test('a table that accepts only the last strategy passes the rehearsal', async () => {
  const { fake, findings } = await rehearsed({ without: ['ID', 'Status'] });
  expect(findings).toMatchObject([{ weight: 'fine' }]);
  expect(fake.records).toEqual([]);
});

test('a token that may not write is one finding, after every strategy was tried', async () => {
  const { fake, findings, text } = await rehearsed({}, (own) => own.fail(refused, 10));
  expect(findings).toMatchObject([{ weight: 'blocks' }]);
  expect(text).toMatch(/refuse de créer .*403 : No\..*attendent dans la base.*data\.records:write/);
  expect(fake.requests.every(({ method }) => method === 'POST')).toBe(true);
});

test('a record whose change is refused is reported and deleted all the same', async () => {
  const { fake, findings, text } = await rehearsed({}, after(1));
  expect(findings).toMatchObject([{ weight: 'mend' }]);
  expect(text).toMatch(/refuse de la modifier .*livrés tout de même.*data\.records:write/);
  expect(fake.records).toEqual([]);
});

test('each status that the table lacks as an option is named with Airtable’s answer', async () => {
  const { fake, findings, text } = await rehearsed({}, (own) => own.refuseValue('Warm'));
  expect(findings).toMatchObject([{ weight: 'mend' }]);
  expect(text).toMatch(/refuse le statut Warm \(422 : .*options Cold, Warm et Hot/);
  expect(text).not.toContain('statut Hot');
  expect(fake.records).toEqual([]);
});

test('a record that cannot be deleted is named', async () => {
  const { fake, findings, text } = await rehearsed({}, after(5));
  expect(findings).toMatchObject([{ weight: 'mend' }]);
  expect(fake.records).toHaveLength(1);
  expect(text).toContain(`la fiche ${fake.records[0]?.id} n’a pas pu être supprimée`);
  expect(text).toMatch(/pas touchés.*à la main/);
});

test('a deletion is repeated when its answer is lost', async () => {
  const { fake, findings } = await rehearsed({}, (own) => {
    own.fail({ kind: 'latency', ms: 0 }, 5);
    own.fail({ kind: 'stored-close' });
  });
  expect(findings).toMatchObject([{ weight: 'fine' }]);
  expect(fake.records).toEqual([]);
});

test('a creation whose answer was lost leaves nothing behind', async () => {
  const { fake, findings, text } = await rehearsed({}, (own) => own.fail({ kind: 'stored-close' }));
  expect(findings).toMatchObject([{ weight: 'blocks' }]);
  expect(text).toMatch(/n’a pas répondu à la création.*attendent dans la base.*Relancez/);
  expect(fake.records).toEqual([]);
  const blind = await rehearsed({ mayNotRead: true }, (own) => own.fail({ kind: 'stored-close' }));
  expect(blind.text).toMatch(/peut-être pourtant : cherchez essai-\w+@example\.org et supprimez-la/);
});

test('a provider that cannot be reached is reported without the token', async () => {
  const { text } = await rehearsed({}, () => {}, { apiUrl: 'http://127.0.0.1:9' });
  expect(text).toMatch(/n’a pas répondu à la création .*attendent dans la base.*Relancez/);
});

test('the check reads one record, at the address that delivery uses, a path in it included', async () => {
  let address = '';
  const airtable = settingsOf({ url: 'https://relais.exemple.ch/airtable' });
  const findings = await checkProvider(airtable, async (url) => {
    address = String(url);
    return Response.json({ records: [] });
  });
  expect(findings).toMatchObject([{ weight: 'fine', text: expect.stringContaining('sont justes') }]);
  expect(address).toMatch(/^https:\/\/relais\.exemple\.ch\/airtable\/v0\/app\w+\/[^/?]+\?maxRecords=1&/);
});
