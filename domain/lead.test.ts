import { describe, expect, it } from 'vitest';
import { LEAD_LIMITS, parseLead, sameContent } from './lead.ts';

const valid = {
  id: '11111111-1111-4111-8111-11111111111A',
  name: ' Zoë Dupré ',
  email: 'zoe@exemple.ch',
  userId: 'usr_mabc123zzzzzz',
  url: 'https://exemple.ch/sales',
};
const faults = (change: object) => {
  const parsed = parseLead({ ...valid, ...change });
  return parsed.ok ? [] : parsed.errors.map((error) => error.field);
};

describe('parseLead', () => {
  it('trims, lower-cases the uuid and begins cold', () => {
    expect(parseLead(valid)).toEqual({
      ok: true,
      value: { ...valid, id: valid.id.toLowerCase(), name: 'Zoë Dupré', status: 'Cold' },
    });
  });

  it.each([
    ['id', { id: 'x' }],
    ['name', { name: ' \t ' }],
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
    const parsed = parseLead(input);
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
    for (const field of Object.keys(LEAD_LIMITS))
      expect(sameContent(lead, { ...lead, [field]: 'x' })).toBe(false);
  });
});
