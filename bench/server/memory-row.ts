import { atMost, type Row } from '../report.ts';
import { startServer } from '../support/server-process.ts';
import type { Generator } from './load.ts';

const BAR = 1.3;

/** The server's memory after that many leads, over its memory after the first second of them. */
export async function memoryRow(folder: string, load: Generator, leads: number): Promise<Row> {
  const server = await startServer(folder, 'memory');
  const url = `${server.url}/api/leads`;
  const opened = await server.memory();
  let taken = await load({ what: 'leads', url, seconds: 1 });
  const start = await server.memory();
  while (taken < leads) taken += 2 * (await load({ what: 'leads', url, seconds: 2 }));
  const end = await server.memory();
  await server.stop();
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  return atMost(
    `memory after ${leads.toLocaleString('en')} leads, over the start`,
    end.rss / start.rss,
    BAR,
    {
      note: `${mib(end.rss)} and ${mib(start.rss)} MiB (${mib(opened.rss)} before the first lead); heap in use ${mib(end.heapUsed)} and ${mib(start.heapUsed)} MiB`,
    },
  );
}
