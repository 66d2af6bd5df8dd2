import { expect, it } from 'vitest';
import { waitOf } from './post-lead.ts';

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
