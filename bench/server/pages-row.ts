import { atLeast, type Row } from '../report.ts';
import { median, ratio } from '../statistics.ts';
import type { ServerProcess } from '../support/server-process.ts';
import type { Rounds } from './leads-rows.ts';
import { CONNECTIONS, type Generator } from './load.ts';
import { nginxMissing, startNginx } from './nginx.ts';

const PAGE = '/sales';
const BAR = 0.35;

/** Pages a second beside nginx with one worker process, both serving the same precompressed file. */
export async function pagesRow(
  server: ServerProcess,
  load: Generator,
  folder: string,
  { rounds, seconds }: Rounds,
): Promise<Row> {
  const figure = `pages (${PAGE}, Brotli), ${CONNECTIONS} connections, over nginx with one process`;
  const missing = nginxMissing();
  if (missing !== undefined)
    return { figure, bar: `≥ ${BAR}`, measured: 'missing', met: false, note: `no nginx: ${missing}` };
  const nginx = await startNginx(folder);
  const bytes = await sameBytes(server.url, nginx.url);
  const ours: number[] = [];
  const theirs: number[] = [];
  await load({ what: 'page', url: `${server.url}${PAGE}`, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await load({ what: 'page', url: `${nginx.url}${PAGE}`, seconds }));
    ours.push(await load({ what: 'page', url: `${server.url}${PAGE}`, seconds }));
  }
  await nginx.stop();
  const [own, other] = [ours, theirs].map((values) => Math.round(median(values)).toLocaleString('en'));
  const note = `${own} and ${other} a second of ${bytes} bytes`;
  return atLeast(figure, ratio(ours, theirs), BAR, { note });
}

/** Bytes of the page. Throws when the servers do not send the same one, since rates of different pages cannot be compared. */
async function sameBytes(...urls: readonly string[]): Promise<number> {
  const bodies = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(`${url}${PAGE}`, { headers: { 'accept-encoding': 'br' } });
      if (response.headers.get('content-encoding') !== 'br') throw new Error(`${url} does not send Brotli`);
      const length = Number(response.headers.get('content-length'));
      return { length, text: await response.text() };
    }),
  );
  if (new Set(bodies.map(({ length, text }) => `${length} ${text}`)).size !== 1)
    throw new Error('The two servers do not send the same page');
  return bodies[0]?.length ?? 0;
}
