import { expect, onTestFinished, test } from 'vitest';
import { FAKE, type FakeOptions, startFakeAirtable } from '../fakes/airtable.ts';

const TABLE = `/v0/${FAKE.baseId}/${FAKE.table}`;

/** The fake as a program meets it; what the product never asks included, since only so can it be seen that it does not. */
async function met(options: FakeOptions = {}) {
  let now = 0;
  const fake = await startFakeAirtable({ now: () => (now += 1_000), ...options });
  onTestFinished(() => fake.close());
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${fake.url}${TABLE}${path}`, {
      method,
      headers: { authorization: `Bearer ${FAKE.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: await response.json() };
  };
  const create = async (...records: Record<string, string>[]) => {
    const { answer } = await ask('POST', '', { records: records.map((fields) => ({ fields })) });
    return answer.records.map(({ id }: { id: string }) => id) as string[];
  };
  const search = async (filterByFormula: string) => {
    const { status, answer } = await ask('POST', '/listRecords', { filterByFormula });
    return status === 200 ? answer.records.map(({ id }: { id: string }) => id) : answer.error;
  };
  return { fake, ask, create, search };
}

test('a search goes by formula: fields by name, text with escapes, AND, OR, LOWER, case that counts', async () => {
  const { create, search } = await met();
  const [ada, odd] = await create(
    { Name: 'Ada', Email: 'ada@example.ch' },
    { Name: 'O’Neil "x" \\ {y}', Email: 'odd@example.ch', ID: 'usr_1' },
  );
  expect(await search('{Email}="ada@example.ch"')).toEqual([ada]);
  expect(await search("Email = 'ada@example.ch'")).toEqual([ada]);
  expect(await search('{Email}="ADA@example.ch"')).toEqual([]);
  expect(await search('LOWER({Email})=LOWER("ADA@example.ch")')).toEqual([ada]);
  expect(await search('{Name}="O’Neil \\"x\\" \\\\ {y}"')).toEqual([odd]);
  expect(await search('AND({Email}="odd@example.ch", {ID}="usr_1")')).toEqual([odd]);
  expect(await search('AND({Email}="ada@example.ch", {ID}=BLANK())')).toEqual([ada]);
  expect(new Set(await search('OR({Name}="Ada",{ID}="usr_1")'))).toEqual(new Set([ada, odd]));
  expect(await search(`OR(RECORD_ID()="${odd}",RECORD_ID()='recNone')`)).toEqual([odd]);
  expect(await search('{Email}="x"),OR(1')).toMatchObject({ type: 'INVALID_FILTER_BY_FORMULA' });
  for (const unknown of ['{Shoe size}="1"', '{fldEmail}="ada@example.ch"'])
    expect(await search(unknown)).toMatchObject({ message: expect.stringContaining('Unknown field names') });
});

test('pages follow one another by offset, by GET as well; empty fields are left out', async () => {
  const { ask, create } = await met();
  for (let batch = 0; batch < 3; batch += 1)
    await create(...Array.from({ length: 10 }, (_, n) => ({ Name: `${batch}${n}`, Email: '' })));
  const seen: string[] = [];
  let offset = '';
  for (let page = 0; page < 3; page += 1) {
    const { answer } = await ask('GET', `?pageSize=10${offset && `&offset=${encodeURIComponent(offset)}`}`);
    seen.push(...answer.records.map(({ fields }: { fields: Record<string, string> }) => fields.Name ?? ''));
    for (const { fields } of answer.records) expect(fields).not.toHaveProperty('Email');
    offset = answer.offset ?? '';
  }
  expect(offset).toBe('');
  expect(new Set(seen).size).toBe(30);
  expect(await ask('GET', '?offset=lost')).toMatchObject({ status: 422 });
  expect(await ask('POST', '/listRecords', { pageSize: 101 })).toMatchObject({ status: 422 });
  const { answer } = await ask('POST', '/listRecords', { pageSize: 1, fields: ['Email'] });
  expect(answer.records).toEqual([expect.objectContaining({ fields: {} })]);
  expect(await ask('POST', '/listRecords', { fields: ['Shoe size'] })).toMatchObject({
    answer: { error: { type: 'UNKNOWN_FIELD_NAME' } },
  });
});

test('a single record is read, changed and replaced by its id', async () => {
  const { ask, create } = await met();
  const [id = ''] = await create({ Name: 'Ada', Email: 'ada@example.ch' });
  expect(await ask('GET', `/${id}`)).toMatchObject({ status: 200, answer: { id, fields: { Name: 'Ada' } } });
  expect(await ask('GET', '/recUnknown')).toMatchObject({ status: 404 });
  await ask('PATCH', '', { records: [{ id, fields: { Status: 'Warm' } }] });
  expect((await ask('GET', `/${id}`)).answer.fields).toMatchObject({ Name: 'Ada', Status: 'Warm' });
  await ask('PUT', `/${id}`, { fields: { Name: 'Ada L.' } });
  expect((await ask('GET', `/${id}`)).answer.fields).toEqual({ Name: 'Ada L.' });
});

test('an upsert says what it created and what it updated, and refuses where several match', async () => {
  const { ask, create, fake } = await met();
  const [id] = await create({ Name: 'Ada', Email: 'ada@example.ch' });
  const upsert = (...records: Record<string, string>[]) =>
    ask('PATCH', '', {
      performUpsert: { fieldsToMergeOn: ['Email'] },
      records: records.map((fields) => ({ fields })),
    });
  const { answer } = await upsert(
    { Name: 'Ada L.', Email: 'ada@example.ch' },
    { Name: 'Bob', Email: 'bob@example.ch' },
  );
  expect(answer).toMatchObject({ updatedRecords: [id], createdRecords: [expect.stringMatching(/^rec/)] });
  expect(fake.records[0]).toMatchObject({ fields: { Name: 'Ada L.' }, made: { Name: 'Ada' }, edited: {} });
  await create({ Name: 'Ada', Email: 'ada@example.ch' });
  expect(await upsert({ Name: 'A', Email: 'ada@example.ch' })).toMatchObject({ status: 422 });
});

test('a token without the right to read may create', async () => {
  const { ask, create, search } = await met({ mayNotRead: true });
  const [id = ''] = await create({ Name: 'Ada', Email: 'ada@example.ch' });
  expect(await search('{Name}="Ada"')).toMatchObject({ type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND' });
  expect(await ask('GET', `/${id}`)).toMatchObject({ status: 403 });
});

test('several records are deleted at once, up to ten, all or none; without the right, none', async () => {
  let may = true;
  const { fake, ask, create } = await met({ mayNotDelete: () => !may });
  const ids = await create(...Array.from({ length: 10 }, (_, n) => ({ Name: `${n}` })));
  const of = (some: readonly string[]) => `?${some.map((id) => `records[]=${id}`).join('&')}`;
  const missing = `rec${'0'.repeat(14)}`;
  expect((await ask('DELETE', of([...ids, missing]))).status).toBe(422);
  expect((await ask('DELETE', '')).status).toBe(422);
  expect((await ask('DELETE', of(['x']))).status).toBe(422);
  expect((await ask('DELETE', of([ids[0] ?? '', missing]))).status).toBe(404);
  may = false;
  expect((await ask('DELETE', of(ids))).status).toBe(403);
  expect(fake.records).toHaveLength(10);
  may = true;
  const { answer } = await ask('DELETE', of(ids));
  expect(answer.records).toEqual(ids.map((id) => ({ id, deleted: true })));
  expect(fake.records).toEqual([]);
});
