import { describe, expect, onTestFinished, test } from 'vitest';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import type { Destination } from '#server/destinations/destination.ts';
import { sharedPace } from '#server/destinations/pace.ts';
import { sharedPermits } from '#server/destinations/permits.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { settingsOf } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const MINUTE_MS = 60_000;

describe.each(Object.entries(engines))(
  'a provider that refuses everything, and two servers on %s',
  (_name, open) => {
    test('is asked once a minute by both together, and each finds out that it takes leads again', async () => {
      const clock = leapingClock();
      const fake = await startFakeAirtable({ now: clock.now });
      onTestFinished(() => fake.close());
      const db = await open();
      onTestFinished(() => db.destroy());
      const shared = {
        clock,
        pace: sharedPace(db, 'airtable', clock.now),
        permits: sharedPermits(db, 'airtable', clock.now),
        probes: sharedPace(db, 'airtable-probe', clock.now),
      };
      const servers = [airtable(settingsOf(fake), shared), airtable(settingsOf(fake), shared)] as const;
      const limits = { signal: new AbortController().signal, until: Number.POSITIVE_INFINITY };
      /** What a worker does: it asks for a departure, and sends when it has one. */
      const attempt = async (server: Destination, strategy = 1) => {
        if (server.pausedUntil() > clock.now()) return;
        const departure = await server.reserve();
        if (typeof departure === 'number') return;
        await server.deliver({ strategy, leads: [someLead()] }, limits, departure);
      };
      fake.fail({ kind: 'status', status: 403 }, 1_000);
      for (const server of servers) for (const strategy of server.strategies) await attempt(server, strategy);
      expect(servers.map((server) => server.acceptance())).toEqual(['refusing', 'refusing']);

      const before = fake.requests.length;
      for (let second = 0; second < 600; second += 1) {
        await clock.wait(1_000);
        for (const server of servers) await attempt(server);
      }
      const asked = fake.requests.slice(before);
      expect(asked.length).toBeGreaterThanOrEqual(8);
      expect(asked.length).toBeLessThanOrEqual(10);

      fake.heal();
      for (let second = 0; second < 130; second += 1) {
        await clock.wait(1_000);
        for (const server of servers) await attempt(server);
      }
      expect(servers.map((server) => server.acceptance())).toEqual(['accepting', 'accepting']);
      expect(fake.records.length).toBeGreaterThan(MINUTE_MS / 1_000);
    });
  },
);
