import { expect, it } from 'vitest';
import { UUID } from '#domain/lead.ts';
import { Secret } from '../config/secrets.ts';
import { formIds } from './form-id.ts';

const ids = formIds(new Secret('of this service'));

it('an id is random, and known by the client that it was made for alone', () => {
  const made = Array.from({ length: 50 }, () => ids.make('192.0.2.1'));
  expect(new Set(made).size).toBe(50);
  for (const id of made) {
    expect(id).toMatch(UUID);
    expect(id).toMatch(/^.{14}8.{4}[89ab]/);
    expect(ids.isOf(id, '192.0.2.1')).toBe(true);
    expect(ids.isOf(id, '192.0.2.2')).toBe(false);
    expect(formIds(new Secret('of a stranger')).isOf(id, '192.0.2.1')).toBe(false);
  }
});

it('what somebody else has made up is nobody’s', () => {
  for (const id of ['', 'é'.repeat(18), crypto.randomUUID(), `${ids.make('192.0.2.1')}0`])
    expect(ids.isOf(id, '192.0.2.1')).toBe(false);
});
