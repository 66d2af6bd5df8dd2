import { expect, test } from 'vitest';
import { formLeadId, leadFromForm } from './form-lead.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const typed = { name: 'Zoé Müller', email: 'zoe@example.ch' };
const context = { nowMs: noon, random: () => 0.5, pageUrl: 'https://exemple.ch/sales' };

test('two clicks on one day are one id; another day, name or address is another', () => {
  const id = formLeadId(typed, noon);
  expect(formLeadId({ name: ' Zoé Müller ', email: 'ZOE@Example.ch' }, noon + 3_600_000)).toBe(id);
  expect(formLeadId(typed, noon + 86_400_000)).not.toBe(id);
  expect(formLeadId({ ...typed, name: 'Zoé' }, noon)).not.toBe(id);
  expect(formLeadId({ name: 'Zoé Müllerzoe@example.ch', email: '' }, noon)).not.toBe(id);
});

test('the id has the shape of a version 8 uuid', () => {
  for (let day = 0; day < 50; day++)
    expect(formLeadId(typed, noon + day * 86_400_000)).toMatch(
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
