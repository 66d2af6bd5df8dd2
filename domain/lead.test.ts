import { describe, expect, it } from 'vitest';
import { type FieldNames, parseLead, sameContent } from './lead.ts';
import { FIELD_NAMES } from './lead-fields.ts';

const valid = {
  id: '11111111-1111-4111-8111-11111111111A',
  name: ' Zoë Dupré ',
  email: 'zoe@exemple.ch',
  userId: 'usr_mabc123zzzzzz',
  url: 'https://exemple.ch/sales',
};
const names = Object.fromEntries(FIELD_NAMES.map((field) => [field, `Le champ ${field}`])) as FieldNames;
const faults = (change: object) => {
  const parsed = parseLead({ ...valid, ...change }, names);
  return parsed.ok ? [] : parsed.errors.map((error) => error.field);
};

describe('parseLead', () => {
  it('trims, lower-cases the uuid and begins cold', () => {
    expect(parseLead(valid, names)).toEqual({
      ok: true,
      value: { ...valid, id: valid.id.toLowerCase(), name: 'Zoë Dupré', status: 'Cold' },
    });
  });

  it.each([
    ['id', { id: 'x' }],
    ['name', { name: ' \t ' }],
    ['name', { name: '\u200b\u2060' }],
    ['name', { name: 7 }],
    ['name', { name: 'n'.repeat(201) }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: 'a\ud800' }],
    ['email', { email: 'sans-arobase' }],
    ['email', { email: `${'e'.repeat(250)}@x.ch` }],
    ['email', { email: '@' }],
    ['email', { email: 'anne@exemple' }],
    ['userId', { userId: '' }],
    ['url', { url: 'u'.repeat(2049) }],
  ])('refuses a bad %s', (field, change) => expect(faults(change)).toEqual([field]));

  it('accepts the limits themselves, counted in characters', () => {
    expect(faults({ name: '🧡'.repeat(200) })).toEqual([]);
    expect(faults({ email: 'a@b.c' })).toEqual([]);
  });

  it.each([null, 'text', [], 3])('names every field when the input is %j', (input) => {
    const parsed = parseLead(input, names);
    expect(parsed.ok ? [] : parsed.errors.map((e) => e.field)).toEqual([
      'id',
      'name',
      'email',
      'userId',
      'url',
    ]);
  });
});

describe('sameContent', () => {
  it('tells whether two leads say the same', () => {
    const lead = { ...valid, status: 'Cold' as const };
    expect(sameContent(lead, { ...lead })).toBe(true);
    for (const field of FIELD_NAMES) expect(sameContent(lead, { ...lead, [field]: 'x' })).toBe(false);
  });
});
