import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atLeast, type Row } from '../report.ts';
import { median, ratio } from '../statistics.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { CONNECTIONS, type Generator } from './load.ts';

const BARE_STORE = join(import.meta.dirname, 'bare-store.ts');
const run = promisify(execFile);

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

/** Durable leads a second over HTTP, beside the store without a server and beside one commit for each lead. */
export async function leadsRows(
  server: ServerProcess,
  load: Generator,
  folder: string,
  { rounds, seconds }: Rounds,
): Promise<Row[]> {
  const url = `${server.url}/api/leads`;
  const http: number[] = [];
  const group: number[] = [];
  const single: number[] = [];
  await load({ what: 'leads', url, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    group.push(await bareStore('group', join(folder, `group-${round}`), seconds));
    http.push(await load({ what: 'leads', url, seconds }));
    single.push(await bareStore('single', join(folder, `single-${round}`), seconds));
  }
  const what = `durable leads, ${CONNECTIONS} connections`;
  const rates = (values: readonly number[]) => `${Math.round(median(values)).toLocaleString('en')} a second`;
  return [
    atLeast(`${what}, over the bare store’s own group commit`, ratio(http, group), 0.5, {
      note: `${rates(http)} over HTTP, with the mails and the audit that follow from a lead; ${rates(group)} by the store alone, without`,
    }),
    atLeast(`${what}, over one commit for each lead`, ratio(http, single), 2, {
      note: `${rates(single)} with one commit each, without HTTP`,
    }),
  ];
}

async function bareStore(way: 'group' | 'single', folder: string, seconds: number): Promise<number> {
  const { stdout } = await run(process.execPath, [BARE_STORE, way, folder, String(seconds)]);
  return Number(stdout);
}
