import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAKE } from '../fakes/airtable.ts';

const dist = join(import.meta.dirname, '../../dist');

it('gives a browser no token, no base and no way to the provider', () => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  expect(texts.length).toBeGreaterThan(20);
  for (const secret of [FAKE.token, FAKE.baseId, 'AIRTABLE_', 'api.airtable.com', 'Bearer ']) {
    expect(
      texts.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([]);
  }
});
