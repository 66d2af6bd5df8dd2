import { onTestFinished } from 'vitest';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { settingsOf } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { destinationContract } from './destination.contract.ts';

destinationContract('Airtable', async () => {
  const clock = leapingClock();
  const fake = await startFakeAirtable({ now: clock.now });
  onTestFinished(() => fake.close());
  const settings = settingsOf(fake);
  return {
    destination: airtable(settings, clock, pacedSender(settings, clock)),
    standing: (leads) =>
      leads.map(({ email }) => fake.records.filter(({ fields }) => fields.Email === email).length),
    loseNextAnswer: () => fake.fail({ kind: 'stored-close' }),
    refuseNextAsTooMany: () => fake.fail({ kind: 'status', status: 429 }),
    refuse: ({ name }) => fake.refuseValue(name),
    now: clock.now,
  };
});
