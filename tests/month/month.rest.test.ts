import { describe, expect, test } from 'vitest';
import { places } from './engines.ts';
import {
  datesThatPassed,
  figuresThatAreWrong,
  hoursNotFrench,
  promisedWhatIsDone,
  remindedTooOften,
  toldOfTheErased,
} from './judge.ts';
import { liveThrough } from './live-through.ts';
import { at, LEADS, people, WHO } from './people.ts';
import { OWNER, setStage } from './stage.ts';

/** Many times what it takes: the machine may be busy with other tests. */
const MONTH_MS = 900_000;
const FIELDS = ['Email', 'ID', 'Name', 'Status', 'URL'];

describe.each(Object.entries(places))('a month on %s', (_name, make) => {
  test(
    'its mails say nothing that is not so, its records are whole, and nothing is left of who was erased',
    async () => {
      const stage = await setStage(make, at(0, '06:00'));
      const facts = await liveThrough(stage);
      const { mails, airtable, place } = stage;
      const count = (subject: string) => mails.filter((mail) => mail.subject.startsWith(subject)).length;
      expect
        .soft({
          weeks: count('Votre semaine'),
          asked: count('L’appel avec'),
          held: count('Un contact retenu'),
          alarms: count('Alerte'),
          over: count('Fin d’alerte'),
        })
        .toEqual({ weeks: 5, asked: 10, held: 1, alarms: 2, over: 3 });
      expect.soft(mails.filter(({ to }) => to.includes(OWNER)).length).toBeLessThan(4 * LEADS);
      expect.soft(remindedTooOften(mails)).toEqual([]);
      expect.soft(datesThatPassed(mails)).toEqual([]);
      expect.soft(hoursNotFrench(mails)).toEqual([]);
      expect.soft(promisedWhatIsDone(mails, facts)).toEqual([]);
      expect.soft(figuresThatAreWrong(mails, facts)).toEqual([]);
      expect.soft(toldOfTheErased(mails, facts)).toEqual([]);

      const whole = airtable.records.filter(({ fields }) => FIELDS.every((field) => fields[field]));
      expect
        .soft(whole.map(({ fields }) => fields.Email).toSorted())
        .toEqual(people.flatMap(({ email }, who) => (who === WHO.erased ? [] : [email])).toSorted());
      expect.soft(airtable.records).toHaveLength(LEADS - 1);

      // By this number the stage knows whether the server is at work.
      const waits = async () => {
        await stage.advance(1_000);
        await stage.settle();
        return stage.clock.waits().length;
      };
      await expect.poll(waits).toBe(stage.loops);
      await stage.stop();
      const { email = '', name = '' } = people[WHO.erased] ?? {};
      expect.soft(facts.left).toEqual([]);
      for (const words of [email, name]) expect.soft(await place.traces(words)).toEqual([]);
      // Who was not erased stands there, so that they could be found.
      expect(await place.traces(people[WHO.held]?.email ?? '')).not.toEqual([]);
    },
    MONTH_MS,
  );
});
