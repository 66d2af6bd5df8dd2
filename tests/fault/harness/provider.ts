import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Environment } from '#server/config/env.ts';
import type { StoredRecord } from '../../fakes/airtable/table.ts';
import type { Fault, RequestLog } from '../../fakes/airtable.ts';
import { airtableEnvironment } from '../../fakes/airtable-settings.ts';
import type { Order, ThreadOptions } from './provider-thread.ts';
import type { Scene } from './row.ts';
import { until } from './until.ts';
import { type SentLead, tallied, wordsOf } from './words.ts';

export interface Provider {
  readonly url: string;
  /** Settings with which a server delivers to it, or to what stands in front of it. */
  environment(url?: string): Environment;
  /** Every request so far, in the order in which they came. */
  readonly requests: readonly Pick<RequestLog, 'at' | 'path'>[];
  /** What each record said when it was made, in that order (see `wordsIn`); complete, but a moment late. */
  readonly made: readonly string[];
  /** What the next requests meet, one after the other. */
  plan(faults: readonly Fault[]): Promise<void>;
  heal(): Promise<void>;
  refuseValue(value: string): Promise<void>;
  /** What a person does in the table. */
  edit(recordId: string, fields: Readonly<Record<string, string>>): Promise<void>;
  records(): Promise<readonly StoredRecord[]>;
  /** Resolves, with the milliseconds that took, when every one of these leads has a record. */
  holds(leads: Iterable<SentLead>, withinMs: number): Promise<number>;
}

/**
 * The fake Airtable on a thread of its own, as strict as the real one: a sixth request in a second costs 30 s.
 * @param editorSeed for a salesperson who edits records meanwhile; undefined: nobody does
 */
export async function startProvider(scene: Pick<Scene, 'onEnd'>, editorSeed?: number): Promise<Provider> {
  const worker = new Worker(new URL('./provider-thread.ts', import.meta.url), {
    workerData: { editorSeed } satisfies ThreadOptions,
    execArgv: [],
  });
  scene.onEnd(() => worker.terminate());
  const [{ url }] = (await once(worker, 'message')) as [{ url: string }];
  const requests: Pick<RequestLog, 'at' | 'path'>[] = [];
  const made: string[] = [];
  const answers = new Map<number, (records: readonly StoredRecord[]) => void>();
  worker.on('message', (said) => {
    if ('number' in said) return answers.get(said.number)?.(said.records ?? []);
    requests.push(...said.requests);
    made.push(...said.made);
  });
  let asked = 0;
  const ask = (order: Order) =>
    new Promise<readonly StoredRecord[]>((resolve) => {
      asked += 1;
      answers.set(asked, resolve);
      worker.postMessage({ number: asked, order });
    });
  return {
    url,
    environment: (at = url) => airtableEnvironment({ url: at }),
    requests,
    made,
    plan: async (faults) => void (await ask({ act: 'plan', faults })),
    heal: async () => void (await ask({ act: 'heal' })),
    refuseValue: async (value) => void (await ask({ act: 'refuse', value })),
    edit: async (id, fields) => void (await ask({ act: 'edit', id, fields })),
    records: () => ask({ act: 'records' }),
    holds: (wanted, withinMs) => {
      const left = tallied([...wanted].map(wordsOf));
      let seen = 0;
      return until('every acknowledged lead at the provider', withinMs, () => {
        for (; seen < made.length; seen += 1) {
          const words = made[seen] ?? '';
          const more = (left.get(words) ?? 0) - 1;
          if (more > 0) left.set(words, more);
          else left.delete(words);
        }
        return left.size === 0;
      });
    },
  };
}
