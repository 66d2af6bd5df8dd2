import { STRATEGIES } from '#server/destinations/airtable/strategies.ts';
import type { Destination } from '#server/destinations/destination.ts';
import type { Fault } from '../../fakes/airtable.ts';
import { type Judgement, together } from '../harness/oracle.ts';
import type { Row } from '../harness/row.ts';
import { simulated } from '../harness/simulated.ts';
import { until } from '../harness/until.ts';

const error = (type: string, message: string) => ({ error: { type, message } });
const refused = (status: number, type: string, message = 'Refused'): Fault => ({
  kind: 'status',
  status,
  body: error(type, message),
});

/** Ways to refuse every lead; in which words a full base does it is documented nowhere, so it is a 422 like any other. */
const WAYS: Readonly<Record<string, Fault>> = {
  '401': refused(401, 'AUTHENTICATION_REQUIRED'),
  '403': refused(403, 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND'),
  '404': { kind: 'status', status: 404, body: { error: 'NOT_FOUND' } },
  'base full': refused(422, 'INVALID_REQUEST_UNKNOWN', 'This base has reached its record limit'),
  'quota spent': {
    kind: 'status',
    status: 429,
    body: { errors: [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', message: 'Monthly limit' }] },
  },
};
const MINUTE = 60_000;
/** By then whatever the refusal is, it has been understood. */
const UNDERSTOOD_MS = 15_000;
const OUTAGE_MS = 3 * 60 * MINUTE;
const FOREVER = 100_000;
/** Of a record in a table that takes them all. */
const FIELDS = 5;

export const refusedByAll: Row = {
  name: 'refused',
  fault: '401, 403, 404, base full and monthly quota for 3 hours, then mended (leaping clock)',
  unit: 'leads held, five times',
  dose: { full: 500, quick: 50 },
  bar: 'at most as many requests as minutes, the operator told, all delivered after with every field',
  async run(scene) {
    const judgements: Judgement[] = [];
    const { broken } = scene;
    let recoveryMs = 0;
    for (const [name, fault] of Object.entries(WAYS)) {
      let began = Number.POSITIVE_INFINITY;
      let kept: Awaited<ReturnType<typeof summary>> | undefined;
      let mended = 0;
      // Mended as a pass begins: in the middle of one its strategies with fewer fields would be taken, as they should be.
      const watch = (destination: Destination): Destination => ({
        ...destination,
        async deliver(group, limits) {
          if (kept === undefined && group.after === undefined && clock.now() > began + OUTAGE_MS) {
            kept = await summary();
            mended = clock.now();
            fake.heal();
          }
          return destination.deliver(group, limits);
        },
      });
      const { clock, fake, store, deliver, summary, verdict } = await simulated(scene, { watch });
      fake.fail(fault, FOREVER);
      await store(scene.dose);
      began = clock.now();
      deliver();
      await until('the end of the outage', 60_000, () => mended > 0);
      const asked = fake.requests
        .map(({ at }) => at)
        .filter((at) => at > began + UNDERSTOOD_MS && at < mended);
      const most = Math.ceil((mended - began) / MINUTE) + STRATEGIES.length;
      if (asked.length > most) broken.push(`${name}: ${asked.length} requests, at most ${most} were allowed`);
      if (asked.length < 5) broken.push(`${name}: the provider was given up`);
      const { undelivered = 0, refused: shown = 0 } = kept ?? {};
      if (undelivered !== scene.dose) broken.push(`${name}: ${undelivered} leads kept`);
      if (shown === 0 && fault !== WAYS['quota spent']) broken.push(`${name}: no lead is shown as refused`);
      await until('all delivered', 60_000, async () => (await summary()).undelivered === 0);
      // A full base is told by a 422, as fields are.
      const stripped =
        name === 'base full' ? [] : fake.records.filter(({ made }) => Object.keys(made).length < FIELDS);
      if (stripped.length > 0) broken.push(`${name}: ${stripped.length} records lack fields`);
      recoveryMs = Math.max(recoveryMs, clock.now() - mended);
      judgements.push(verdict());
    }
    return { ...together(judgements), recoveryMs };
  },
};
