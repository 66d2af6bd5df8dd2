import type { Provider } from '../../tests/fault/harness/provider.ts';
import { until } from '../../tests/fault/harness/until.ts';
import { atMost, type Row } from '../report.ts';
import { percentile } from '../statistics.ts';
import { onBusyMachine } from '../support/machine.ts';
import { openProvider } from '../support/provider.ts';
import { startServer } from '../support/server-process.ts';
import type { Rounds } from './leads-rows.ts';
import { acceptedAt } from './paced.ts';

const PER_SECOND = 200;
const BAR = 3;

/** How long an accepted lead takes while the outbox is draining, beside a server that sends nothing. */
export async function latencyRow(folder: string, { rounds, seconds }: Rounds): Promise<Row> {
  const provider = await openProvider();
  const draining = await startServer(folder, 'draining', provider.environment());
  const resting = await startServer(folder, 'resting');
  const times: { rest: number[]; drain: number[] } = { rest: [], drain: [] };
  for (const { url } of [draining, resting]) await acceptedAt(PER_SECOND, url, 2);
  for (let round = 0; round < rounds; round += 1) {
    times.rest.push(...(await acceptedAt(PER_SECOND, resting.url, seconds)));
    await delivers(provider);
    times.drain.push(...(await acceptedAt(PER_SECOND, draining.url, seconds)));
  }
  await Promise.all([draining.stop(), resting.stop()]);
  await provider.close();
  const rest = percentile(times.rest, 0.99);
  const drain = percentile(times.drain, 0.99);
  const figure = 'p99 of an accepted lead while the outbox drains, over its p99 at rest';
  return onBusyMachine(
    atMost(figure, drain / rest, BAR, {
      note: `${drain.toFixed(1)} and ${rest.toFixed(1)} ms at ${PER_SECOND} leads a second, ${times.rest.length} each`,
    }),
  );
}

/** After one request too many the provider wants to be left alone for 30 s, in which there is nothing to measure. */
async function delivers(provider: Provider): Promise<void> {
  const before = provider.made.length;
  await until('a delivery', 60_000, () => provider.made.length > before);
}
