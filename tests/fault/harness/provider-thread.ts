// The fake provider on a thread of its own: what it notes as a request's instant owes nothing to what the test does.
import { parentPort, workerData } from 'node:worker_threads';
import { type FakeOptions, type Fault, startFakeAirtable } from '../../fakes/airtable.ts';

/** What the test may ask; each is answered with a message that bears the same number. */
export type Order =
  | { readonly act: 'plan'; readonly faults: readonly Fault[] }
  | { readonly act: 'heal' }
  | { readonly act: 'refuse'; readonly value: string }
  | { readonly act: 'records' };

const fake = await startFakeAirtable({ penaltyMs: (workerData as FakeOptions).penaltyMs ?? 30_000 });
let told = 0;
let standing = 0;

function tell(): void {
  const requests = fake.requests.slice(told).map(({ at, method }) => ({ at, method }));
  told = fake.requests.length;
  const emails = fake.records.slice(standing).map(({ fields }) => fields.Email);
  standing = fake.records.length;
  if (requests.length > 0 || emails.length > 0) parentPort?.postMessage({ requests, emails });
}

void fake.until(() => {
  tell();
  return false;
});

parentPort?.on('message', ({ number, order }: { number: number; order: Order }) => {
  if (order.act === 'plan') for (const fault of order.faults) fake.fail(fault);
  if (order.act === 'heal') fake.heal();
  if (order.act === 'refuse') fake.refuseValue(order.value);
  parentPort?.postMessage({ number, records: order.act === 'records' ? fake.records : undefined });
});
parentPort?.postMessage({ url: fake.url });
