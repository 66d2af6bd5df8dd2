import { expect, it, vi } from 'vitest';
import { AGE_FIELD } from '#domain/hidden-fields.ts';
import { exampleLead } from '#server/fields/lead-fields.ts';
import { postLead, waitOf } from './post-lead.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['30', 30_000],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['-5', 0],
  ['bientôt', 0],
  ['', 0],
  [null, 0],
])('reads Retry-After %j', (header, ms) => expect(waitOf(header, NOW)).toBe(ms));

it('says for how long a lead that is sent again was kept, and nothing of it the first time', async () => {
  const lead = exampleLead();
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ id: lead.id }));
  vi.stubGlobal('fetch', fetched);
  await postLead(lead);
  expect(await postLead(lead, undefined, 60_000)).toMatchObject({ kind: 'acknowledged' });
  const sent = fetched.mock.calls.map(([, { body }]) => JSON.parse(String(body)) as Record<string, unknown>);
  expect(sent.map((one) => one[AGE_FIELD])).toEqual([undefined, 60_000]);
});
