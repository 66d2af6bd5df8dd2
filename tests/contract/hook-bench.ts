import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import type { SchedulingProvider } from '#domain/booking.ts';
import { providerCalls } from '#server/bookings/hooks/provider-calls.ts';
import { hookRoutes } from '#server/bookings/hooks/routes.ts';
import { Secret } from '#server/config/secrets.ts';
import { callMarking } from '#server/leads/follow-up/marks.ts';
import { leadReference, signedLinks } from '#server/messages/links.ts';
import { HOOK_KEYS, signed } from '../fakes/scheduling-hooks.ts';
import { NOW, SENDER, startedOn } from './call-bench.ts';
import type { engines } from './engines.ts';

export const KEYS = { calendly: new Secret(HOOK_KEYS.calendly), cal: new Secret(HOOK_KEYS.cal) };

/**
 * A database with one lead, and a server with the routes that receive the webhooks of Calendly and Cal.com.
 * @param open opens an empty database
 * @param keys the signing keys that the server knows; a provider without one has no route
 */
export async function hookBench(open: (typeof engines)[string], keys: Partial<typeof KEYS> = KEYS) {
  const bench = await startedOn(open);
  const { db, lead } = bench;
  const links = signedLinks(new Secret('key'));
  let now = NOW;
  const take = providerCalls({
    ...{ db, sender: SENDER, host: 'exemple.ch', now: () => now, wake: () => {} },
    leadOf: (reference) => links.read('reference', reference, now),
    noShow: async (call, at) =>
      (await callMarking({ db, sender: SENDER }, call, 'pas-joint', at, 'provider'))?.statements ?? [],
  });
  const app = fastify();
  onTestFinished(() => app.close());
  hookRoutes(app, { keys: { calendly: undefined, cal: undefined, ...keys }, take, now: () => now });
  const post = (provider: SchedulingProvider, body: string, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/api/hooks/${provider}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    });
  return {
    ...bench,
    rules: bench.calls,
    reference: leadReference(links, lead.id, now),
    post,
    /** A webhook, signed now. */
    tell: async (provider: SchedulingProvider, body: string) => {
      now += 1;
      return (await post(provider, body, signed(provider, body, now))).statusCode;
    },
    pass: (to: number) => {
      now = to;
      bench.pass(to);
    },
    calls: () => db.selectFrom('bookings').selectAll().orderBy('start_at').execute(),
    newLead: async () => {
      const id = crypto.randomUUID();
      await db
        .insertInto('leads')
        .values({ ...lead, id, status: 'Cold', created_at: NOW })
        .execute();
      return { id, reference: leadReference(links, id, now) };
    },
  };
}
