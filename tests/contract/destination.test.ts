import { onTestFinished } from 'vitest';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { settingsOf } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { paceOfOne } from '../fakes/pace.ts';
import { permitsOfOne } from '../fakes/permits.ts';
import { destinationContract } from './destination.contract.ts';

destinationContract('Airtable', async () => {
  const clock = leapingClock();
  const fake = await startFakeAirtable({ now: clock.now });
  onTestFinished(() => fake.close());
  return {
    destination: airtable(settingsOf(fake), {
      clock,
      pace: paceOfOne(clock.now),
      permits: permitsOfOne(clock.now),
      probes: paceOfOne(clock.now),
    }),
    standing: (leads) =>
      leads.map(({ email }) => fake.records.filter(({ fields }) => fields.Email === email).length),
    loseNextAnswer: () => fake.fail({ kind: 'stored-close' }),
    refuseNextAsTooMany: () => fake.fail({ kind: 'status', status: 429 }),
    refuse: ({ name }) => fake.refuseValue(name),
    now: clock.now,
  };
});
