import { expect, test } from 'vitest';
import { startMetrics } from './metrics.ts';

test('answers fall into cumulative buckets, the last one holding all', async () => {
  const metrics = startMetrics();
  for (const milliseconds of [1, 5, 30, 9_000]) metrics.answered(milliseconds);
  const text = await metrics.exposition();
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

test('every answer and outcome is there from the start, and counts for this server alone', async () => {
  const [one, other] = [startMetrics(), startMetrics()];
  one.leadAnswered(201);
  one.attempted('transient');
  const text = await one.exposition();
  expect(text).toContain('oui48_leads_total{status="201"} 1\n');
  expect(text).toContain('oui48_leads_total{status="503"} 0\n');
  expect(text).toContain('oui48_delivery_attempts_total{outcome="transient"} 1\n');
  expect(await other.exposition()).toContain('oui48_leads_total{status="201"} 0\n');
});

test('the process tells its memory and the delay of its event loop', async () => {
  const text = await startMetrics().exposition();
  for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
    expect(text).toMatch(new RegExp(`^${name} \\d+$`, 'm'));
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
});
