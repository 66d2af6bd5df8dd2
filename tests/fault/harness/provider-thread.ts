// The fake provider on a thread of its own: what it notes as a request's instant owes nothing to what the test does.
import { parentPort, workerData } from 'node:worker_threads';
import { type FakeOptions, type Fault, startFakeAirtable } from '../../fakes/airtable.ts';
import { startEditor } from './editor.ts';
import { seeded } from './random.ts';
import { wordsIn } from './words.ts';

/** What the test may ask; each is answered with a message that bears the same number. */
export type Order =
  | { readonly act: 'plan'; readonly faults: readonly Fault[] }
  | { readonly act: 'heal' }
  | { readonly act: 'refuse'; readonly value: string }
  | { readonly act: 'edit'; readonly id: string; readonly fields: Readonly<Record<string, string>> }
  | { readonly act: 'records' };

/** What a thread is told at its start. */
export interface ThreadOptions extends Pick<FakeOptions, 'penaltyMs'> {
  /** For a salesperson who edits records meanwhile; undefined: nobody does. */
  readonly editorSeed?: number | undefined;
}

const { penaltyMs = 30_000, editorSeed } = workerData as ThreadOptions;
const fake = await startFakeAirtable({ penaltyMs });
let told = 0;
let standing = 0;

function tell(): void {
  const requests = fake.requests.slice(told).map(({ at, path }) => ({ at, path }));
  told = fake.requests.length;
  const made = fake.records.slice(standing).map((record) => wordsIn(record.made));
  standing = fake.records.length;
  if (requests.length > 0 || made.length > 0) parentPort?.postMessage({ requests, made });
}

if (editorSeed !== undefined) startEditor(fake, seeded(editorSeed));
void fake.until(() => {
  tell();
  return false;
});

parentPort?.on('message', ({ number, order }: { number: number; order: Order }) => {
  if (order.act === 'plan') for (const fault of order.faults) fake.fail(fault);
  if (order.act === 'heal') fake.heal();
  if (order.act === 'refuse') fake.refuseValue(order.value);
  if (order.act === 'edit') fake.edit(order.id, order.fields);
  parentPort?.postMessage({ number, records: order.act === 'records' ? fake.records : undefined });
});
parentPort?.postMessage({ url: fake.url });
