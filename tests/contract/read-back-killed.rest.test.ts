import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newestReading } from '#server/outbox/read-back/run.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { readBackBench } from '../fakes/read-back-bench.ts';
import { databasePlaces } from '../service/database-place.ts';
import { PROGRAM_ENVIRONMENT } from '../support/program-environment.ts';

const PROGRAM = join(import.meta.dirname, 'read-back-program.ts');

describe.each(Object.entries(databasePlaces))(
  'a reading of records that is killed, on %s',
  (_name, makePlace) => {
    test('says of no record that it is gone, and the next start goes on with the page that was not read', async () => {
      const place = await makePlace();
      const { db, clock, fake, deliver, recordOf, named, listed } = await readBackBench(
        async () => place.open(),
        { from: Date.now() },
      );
      const leads = await deliver(250, 1);
      const gone = leads.filter((_, index) => index % 50 === 7);
      for (const lead of gone) fake.trash(recordOf(lead));

      const read = async () => {
        // The provider counts requests by this clock, which a program in another process does not move.
        await clock.wait(1_000);
        const child = spawn(process.execPath, [PROGRAM], {
          env: { ...PROGRAM_ENVIRONMENT, ...place.environment, ...airtableEnvironment(fake) },
          stdio: 'inherit',
        });
        onTestFinished(() => void child.kill('SIGKILL'));
        return { child, ended: once(child, 'exit') };
      };
      /** Kills it while it waits for the answer to its `nth` request; the ones before are answered. */
      const killAt = async (nth: number) => {
        const before = listed().length;
        if (nth > 1) fake.fail({ kind: 'none' }, nth - 1);
        fake.fail({ kind: 'hang' });
        const { child, ended } = await read();
        await fake.until(() => listed().length === before + nth);
        child.kill('SIGKILL');
        expect(await ended).toEqual([null, 'SIGKILL']);
        fake.heal();
      };

      await killAt(1);
      expect(await newestReading(db)).toMatchObject({ present: 0, gone: 0, ended_at: null });
      expect(await named()).toEqual([]);
      await killAt(2);
      expect(await newestReading(db)).toMatchObject({ present: 98, gone: 2, ended_at: null });
      const before = listed().length;
      expect(await (await read()).ended).toEqual([0, null]);
      expect(await newestReading(db)).toMatchObject({
        present: 245,
        gone: 5,
        problem: null,
        ended_at: expect.any(Number),
      });
      expect(await named()).toEqual(gone.map(({ id }) => id).toSorted());
      expect([listed().length - before, fake.records.length]).toEqual([2, 245]);
    });
  },
);
