import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { someLead } from '../../../tests/fakes/leads.ts';
import { Secret } from '../../config/secrets.ts';
import { formProofs } from '../../http/limits/form-proof.ts';
import { rateLimit } from '../../http/limits/rate-limit.ts';
import { signedLinks } from '../../messages/links.ts';
import type { StoredLead, SubmitOutcome } from '../../store/leads/lead-store.ts';
import { systemClock as clock } from '../../system/clock.ts';
import { NOT_COUNTING } from '../../visits/visits.ts';
import { watchFlood } from '../flood-watch.ts';
import { leadsRoute } from './leads.ts';

const PER_MINUTE = 20;

/** The route over a store whose reader answers when it is told to. */
function opened() {
  const stored = new Map<string, StoredLead>();
  const held: string[] = [];
  const slow = Promise.withResolvers<void>();
  let reads = 0;
  const key = new Secret('a key');
  const flood = watchFlood({
    ...{ clock, perAddress: PER_MINUTE, log: { error() {} } },
    share: async () => ({ now: clock.now(), buckets: [] }),
    usually: async () => 0,
    onFlood: async () => {},
  });
  onTestFinished(() => flood.stop());
  const app = fastify({ trustProxy: true });
  leadsRoute(app, {
    ...{ flood, formKey: key, random: Math.random, publicUrl: 'https://exemple.ch', now: clock.now },
    reader: {
      async byId(id) {
        reads += 1;
        await slow.promise;
        return stored.get(id);
      },
      isHeld: async (id) => held.includes(id),
    },
    writer: {
      async insert(lead, createdAt, because): Promise<SubmitOutcome> {
        if (stored.has(lead.id)) return slow.promise.then(() => 'repeated' as const);
        stored.set(lead.id, { ...lead, createdAt });
        if (because !== undefined) held.push(because);
        return 'created';
      },
      probe: async () => {},
    },
    late: { notLate: () => undefined },
    limit: rateLimit(PER_MINUTE, clock.now),
    proofs: formProofs(key, clock.now),
    links: signedLinks(key),
    askForAudit: async () => {},
    visits: NOT_COUNTING,
    wake: () => {},
  });
  const post = async (from: string, lead = someLead()) => {
    const { status: _, ...payload } = lead;
    const headers = { 'x-forwarded-for': from };
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/leads', headers, payload });
    return statusCode;
  };
  return { post, held, answer: slow.resolve, reads: () => reads };
}

const times = (count: number, post: (index: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, index) => post(index)));

test('posts beyond their limit, and a lead posted again and again, hold nobody’s lead', async () => {
  const { post, held, answer, reads } = opened();
  const accepted = times(PER_MINUTE, () => post('192.0.2.1'));
  expect(await accepted).toEqual(Array(PER_MINUTE).fill(201));
  const refused = times(500, () => post('192.0.2.1'));
  const known = someLead();
  const again = times(500, () => post('192.0.2.2', known));
  await expect.poll(reads).toBe(500);
  expect(await times(20, (index) => post(`198.51.100.${index}`))).toEqual(Array(20).fill(201));
  expect(held).toEqual([]);
  answer();
  expect(await refused).toEqual(Array(500).fill(429));
  expect((await again).toSorted()).toEqual([...Array(499).fill(200), 201]);
});
