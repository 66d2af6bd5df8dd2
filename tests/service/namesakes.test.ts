import { expect, onTestFinished, test } from 'vitest';
import { type FakeAirtable, startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { enginesOfThisRun } from '../support/engines-of-this-run.ts';
import { postJson, someLead, startServer } from './test-server.ts';

const ENGINES = Object.entries(
  enginesOfThisRun<() => Promise<object>>({
    SQLite: async () => ({}),
    PostgreSQL: async () => ({ DATABASE_URL: await migratedDatabase() }),
  }),
);

const visit = { name: 'Zoé Muler', email: 'zoe@example.ch', userId: 'usr_abc123def456' };

/** One browser says yes, corrects its name, and says yes from another page. */
const three = [
  someLead(visit),
  someLead({ ...visit, name: 'Zoé Müller' }),
  someLead({ ...visit, name: 'Zoé Müller', url: 'http://localhost/' }),
];

const standing = ({ records }: FakeAirtable) =>
  records.map(({ made }) => [made.Name, made.URL].join(' ')).toSorted();

test.each(ENGINES)(
  'on %s: two leads are two records, also when the request of a third is lost',
  async (_name, settings) => {
    await Promise.all([thirdMeets('close', await settings()), thirdMeets('stored-close', await settings())]);
  },
);

/** Before it was stored, or when it was and nobody heard; a salesperson edits the records meanwhile. */
async function thirdMeets(fault: 'close' | 'stored-close', settings: object): Promise<void> {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const { url } = await startServer({
    ...airtableEnvironment(fake),
    ...settings,
  });
  const [first, second, third] = three.map((lead) => ({ ...lead, id: crypto.randomUUID() }));
  await postJson(url, first);
  await fake.until(() => fake.records.length === 1);
  await postJson(url, second);
  await fake.until(() => fake.records.length === 2);
  const [sold] = fake.records;
  fake.edit(sold?.id ?? '', { Status: 'Warm', Name: 'Zoé M. (rappelée)' });
  fake.fail({ kind: fault });
  await postJson(url, third);
  if (fault === 'stored-close') {
    await fake.until(() => fake.records.length === 3);
    fake.edit(fake.records[2]?.id ?? '', { Status: 'Warm', Name: 'Madame Müller' });
  }
  const asked = (what: string) => fake.requests.filter(({ path }) => path.endsWith(what)).length;
  await fake.until(() => fake.records.length === 3 && asked('/listRecords') > 0);
  const last = someLead({ ...visit, name: 'Zoé Müller-Favre' });
  await postJson(url, last);
  await fake.until(() => fake.records.length === 4);

  const said = [first, second, third, last].map((lead) => [lead?.name, lead?.url].join(' '));
  expect(standing(fake)).toEqual(said.toSorted());
  for (const { fields, made, edited } of fake.records) expect(fields).toEqual({ ...made, ...edited });
  expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(['POST']));
}
