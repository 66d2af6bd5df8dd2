import { expect, test } from 'vitest';
import { Secret } from '../config/secrets.ts';
import { formLeadId, leadFromForm } from './form-lead.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const typed = { name: 'Zoé Müller', email: 'zoe@example.ch' };
const key = new Secret('of this service');
const client = '192.0.2.1';
const at = (nowMs: number) => ({ nowMs, key, client });
const context = { ...at(noon), random: () => 0.5, pageUrl: 'https://exemple.ch/sales' };

test('two clicks of one client on one day are one id; another day, name, address or client is another', () => {
  const id = formLeadId(typed, at(noon));
  expect(formLeadId({ name: ' Zoé Müller ', email: 'ZOE@Example.ch' }, at(noon + 3_600_000))).toBe(id);
  expect(formLeadId(typed, at(noon + 86_400_000))).not.toBe(id);
  expect(formLeadId({ ...typed, name: 'Zoé' }, at(noon))).not.toBe(id);
  expect(formLeadId(typed, { ...at(noon), client: '192.0.2.2' })).not.toBe(id);
  expect(formLeadId({ name: 'Zoé Müllerzoe@example.ch', email: '' }, at(noon))).not.toBe(id);
});

test('the id stays what it was', () => {
  expect([0, 1].map((nth) => formLeadId(typed, at(noon), nth))).toEqual([
    '25c56cbf-4827-85f6-9e0f-db0540364c28',
    '362ba726-7298-83ec-b743-51f245bab9f0',
  ]);
});

test('nobody without the key can name it, and there is another for when it is taken', () => {
  const id = formLeadId(typed, at(noon));
  expect(formLeadId(typed, { ...at(noon), key: new Secret('of a stranger') })).not.toBe(id);
  expect(formLeadId(typed, at(noon), 0)).toBe(id);
  expect(formLeadId(typed, at(noon), 1)).not.toBe(id);
});

test('the id has the shape of a version 8 uuid', () => {
  for (let day = 0; day < 50; day++)
    expect(formLeadId(typed, at(noon + day * 86_400_000))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
});

test('what a script would have added is added', () => {
  const parsed = leadFromForm(typed, context);
  expect(parsed.ok && parsed.value).toMatchObject({ ...typed, url: context.pageUrl, status: 'Cold' });
  expect(parsed.ok && parsed.value.userId).toMatch(/^usr_[0-9a-z]+$/);
});

test('a fault is the fault of a typed field', () => {
  const parsed = leadFromForm({ name: 'Zoé', email: 'zoe' }, context);
  expect(!parsed.ok && parsed.errors.map(({ field }) => field)).toEqual(['email']);
});
