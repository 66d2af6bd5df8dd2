import { describe, expect, test } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { enqueueHeldDigest } from '#server/leads/held-digest.ts';
import { floodTeller } from '#server/messages/flood.ts';
import { someBooking } from '../fakes/bookings.ts';
import { serviceMailsBench } from '../fakes/service-mails-bench.ts';
import { engines } from './engines.ts';

const HOUR = 60 * 60_000;
const sender = 'nous@atelier.example';

describe.each(Object.entries(engines))('calls that wait for the owner, on %s', (_name, open) => {
  test('are listed each working morning while one is to come, and released or over they are not', async () => {
    const { db, clock, links, messages, write } = await serviceMailsBench(open);
    const owe = () => enqueueHeldDigest({ db, links, sender }, clock.now());
    await owe();
    expect(await messages()).toEqual([]);
    const store = bookingStore(db);
    const start = Math.ceil(clock.now() / HOUR) * HOUR + HOUR;
    const held = someBooking(start, { held: true, email: 'claire@exemple.ch' });
    await store.insert(held, clock.now());
    await store.insert(someBooking(start, { email: 'paul@exemple.ch' }), clock.now());
    for (const _again of [1, 2]) await owe();
    expect((await messages()).map(({ kind }) => kind)).toEqual(['owner-held']);
    const mail = await write('owner-held');
    expect(mail).toContain('claire@exemple.ch');
    expect(mail).toContain('release-calls --held');
    expect(mail).not.toContain('paul@exemple.ch');
    expect(mail).not.toContain('Airtable');
    clock.advance(2 * HOUR);
    expect(await write('owner-held')).toBe('Plus rien n’est retenu.');
  });

  test('are told of once for a rush, however many servers notice it, and again for the next one', async () => {
    const { db, clock, links, messages, write } = await serviceMailsBench(open);
    const lines: string[] = [];
    const log = { warn: (line: string) => void lines.push(line) };
    const deps = { db, links, sender, now: clock.now, log: log as never, wake: () => {} };
    const servers = [floodTeller(deps, 'call-rush', 'afflux'), floodTeller(deps, 'call-rush', 'afflux')];
    for (const tell of [...servers, ...servers]) await tell();
    expect((await messages()).map(({ kind }) => kind)).toEqual(['owner-rush']);
    expect(lines).toEqual(['afflux', 'afflux']);
    expect(await write('owner-rush')).toContain('cancel-calls --since');
    clock.advance(2 * HOUR);
    await servers[0]?.();
    expect(await messages()).toHaveLength(2);
  });
});
