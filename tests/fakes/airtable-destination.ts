import { onTestFinished } from 'vitest';
import type { AirtableConfig } from '#server/config/config.ts';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import type { Group } from '#server/destinations/destination.ts';
import { type FakeOptions, startFakeAirtable } from './airtable.ts';
import { settingsOf } from './airtable-settings.ts';
import { leapingClock } from './clock.ts';

/** The destination over a fake provider, on a clock that leaps over every wait. */
export async function setUp(
  options: FakeOptions & { settings?: Partial<AirtableConfig>; timeoutMs?: number } = {},
) {
  const { settings, timeoutMs = 2_000, ...fakeOptions } = options;
  const clock = leapingClock();
  const fake = await startFakeAirtable({ now: clock.now, ...fakeOptions });
  onTestFinished(() => fake.close());
  const all = { ...settingsOf(fake), ...settings };
  const destination = airtable(all, clock, pacedSender(all, clock, timeoutMs));
  const stop = new AbortController();
  const deliver = async (group: Partial<Group> & Pick<Group, 'leads'>, until = Number.POSITIVE_INFINITY) => {
    const outcomes = await destination.deliver({ strategy: 1, ...group }, { signal: stop.signal, until });
    return group.leads.map(({ id }) => outcomes.get(id));
  };
  const find = async (group: Partial<Group> & Pick<Group, 'leads'>) => {
    const limits = { signal: stop.signal, until: Number.POSITIVE_INFINITY };
    const looked = await destination.find({ strategy: 1, ...group }, limits);
    return group.leads.map(({ id }) => looked.get(id));
  };
  return { clock, fake, destination, deliver, find, stop };
}

export const kinds = (outcomes: readonly ({ kind: string } | undefined)[]) =>
  outcomes.map((one) => one?.kind);
export const emails = (records: readonly { fields: Record<string, string> }[]) =>
  records.map((one) => one.fields.Email);
