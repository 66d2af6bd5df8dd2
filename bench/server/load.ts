import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { someLead } from '../../tests/fakes/leads.ts';

export const CONNECTIONS = 64;
const SCRIPT = join(import.meta.dirname, 'load.lua');
const run = promisify(execFile);

export interface Load {
  readonly what: 'leads' | 'page';
  readonly url: string;
  readonly seconds: number;
}

/** As many requests as the server answers; returns answers a second, throws when one was no success. */
export type Generator = (load: Load) => Promise<number>;

/** Debian's wrk where it is: it takes a small part of a core where autocannon takes a whole one of the two. */
export function loadGenerator(): { name: string; load: Generator } {
  const hasWrk = spawnSync('wrk', ['-v']).error === undefined;
  return hasWrk ? { name: 'wrk', load: byWrk } : { name: 'autocannon', load: byAutocannon };
}

const byWrk: Generator = async ({ what, url, seconds }) => {
  const prefix = randomBytes(4).toString('hex');
  const args = [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    SCRIPT,
    url,
    '--',
    what,
    prefix,
  ];
  const { stdout } = await run('wrk', args);
  const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    answers: number;
    seconds: number;
    failed: number;
  };
  return answersASecond(told, url);
};

const byAutocannon: Generator = async ({ what, url, seconds }) => {
  const page = { headers: { 'accept-encoding': 'br' } };
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [what === 'page' ? page : { setupRequest: (request) => ({ ...request, ...newLead() }) }],
  });
  const { requests, duration, non2xx, errors } = result;
  return answersASecond({ answers: requests.total, seconds: duration, failed: non2xx + errors }, url);
};

/** A new lead, from another visitor. */
function newLead() {
  const { status: _, ...lead } = someLead();
  const [a, b] = randomBytes(2);
  return {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${a}.${b}.1` },
    body: JSON.stringify(lead),
  };
}

function answersASecond(told: { answers: number; seconds: number; failed: number }, url: string): number {
  if (told.failed > 0 || told.answers === 0)
    throw new Error(`${told.failed} of ${told.answers} answers of ${url} were no success`);
  return told.answers / told.seconds;
}
