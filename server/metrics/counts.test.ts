import { expect, test } from 'vitest';
import { startCounts } from './counts.ts';
import { exposition } from './exposition.ts';

test('answers fall into cumulative buckets, the last one holding all', () => {
  const counts = startCounts();
  for (const milliseconds of [1, 5, 30, 9_000]) counts.answered(milliseconds);
  const text = exposition(counts.families());
  const lines = text.split('\n').filter((line) => line.startsWith('oui48_request_duration_seconds'));
  expect(lines).toEqual([
    'oui48_request_duration_seconds_bucket{le="0.005"} 2',
    'oui48_request_duration_seconds_bucket{le="0.025"} 2',
    'oui48_request_duration_seconds_bucket{le="0.1"} 3',
    'oui48_request_duration_seconds_bucket{le="0.5"} 3',
    'oui48_request_duration_seconds_bucket{le="2.5"} 3',
    'oui48_request_duration_seconds_bucket{le="+Inf"} 4',
    'oui48_request_duration_seconds_sum 9.036',
    'oui48_request_duration_seconds_count 4',
  ]);
});

test('every line that is no value is a HELP or a TYPE, and the text ends with a line end', () => {
  const counts = startCounts();
  counts.leadAnswered(201);
  counts.attempted('transient');
  const text = exposition(counts.families());
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z]\w* .+|[a-z]\w*(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/);
  expect(text).toContain('oui48_leads_total{status="201"} 1\n');
  expect(text).toContain('oui48_delivery_attempts_total{outcome="transient"} 1\n');
});
