import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import type { AuditRow } from '#server/store/schema.ts';
import { freshProof } from '../fakes/proof.ts';
import { ORIGIN, type Product } from './product.ts';
import { send } from './requests.ts';
import { AUDITED, HONEST } from './sites.ts';

/** How soon an audit is asked for again where the queue is full. */
const AGAIN_MS = 250;
const LOOK_MS = 100;

const addressOf = (name: string) => `${AUDITED[name]?.tls === 'none' ? 'http' : 'https'}://${name}.test/`;

/**
 * Asks for an audit of one hostile site after the other, without proof, as many as the queue takes, until the signal
 * aborts.
 * @param sites how many of them, the first ones
 */
export async function askForAudits(signal: AbortSignal, sites: number): Promise<void> {
  const hostile = Object.keys(AUDITED)
    .filter((name) => name !== HONEST)
    .slice(0, sites);
  for (let n = 0; !signal.aborted; ) {
    const name = hostile[n % hostile.length] ?? '';
    // Another address each time round, so that nothing that was seen is used again.
    const round = Math.floor(n / hostile.length);
    const url = `${addressOf(name)}${round === 0 ? '' : `?${round}`}`;
    const status = await send(n, '/api/audits', { url }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 202) n += 1;
    else await after(AGAIN_MS);
  }
}

/**
 * How long an honest visitor with a proof of work waits for a report, in seconds; undefined when none comes within
 * `longestS`.
 */
export async function honestAudit(longestS: number): Promise<number | undefined> {
  const from = performance.now();
  const waited = () => (performance.now() - from) / 1_000;
  let token: string | undefined;
  while (waited() < longestS) {
    try {
      if (token === undefined) {
        const asked = await send(0, '/api/audits', {
          url: addressOf(HONEST),
          proof: await freshProof(ORIGIN),
        });
        token = asked.status === 202 ? (JSON.parse(asked.body) as { token: string }).token : undefined;
      } else {
        const { state } = JSON.parse((await send(0, `/api/audits/${token}`)).body) as { state: string };
        if (state === 'done') return waited();
        if (state === 'refused') return undefined;
      }
    } catch {
      // The server starts again; the visitor tries again.
    }
    await after(LOOK_MS);
  }
  return undefined;
}

/** Each audit that was run and has ended, with how and after how many seconds, and the addresses of those that were tried more than once. */
export function auditsOf({ data }: Product) {
  const db = new DatabaseSync(join(data, 'leads.sqlite'), { readOnly: true });
  const rows = db.prepare('select * from audits order by started_at').all() as unknown as AuditRow[];
  db.close();
  return {
    ended: rows.flatMap(({ host, refusal, started_at, ended_at }) =>
      started_at !== null && ended_at !== null
        ? [`${host} ${refusal ?? 'seen'} ${((ended_at - started_at) / 1_000).toFixed(0)} s`]
        : [],
    ),
    again: rows.filter(({ attempts }) => attempts > 1).map(({ url }) => url),
  };
}
