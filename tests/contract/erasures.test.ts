import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { Secret } from '#server/config/secrets.ts';
import { recordEraser } from '#server/destinations/airtable/erase-records.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { eraseAtProvider } from '#server/leads/erasure/at-provider.ts';
import { eraseRows } from '#server/leads/erasure/erase-rows.ts';
import {
  exportFolder,
  newExportPath,
  noteElsewhere,
  presentEpoch,
  removeOldExports,
} from '#server/leads/erasure/exports.ts';
import { erasureKeysOf } from '#server/leads/erasure/keys.ts';
import { lateLeads } from '#server/leads/erasure/late.ts';
import { erasureListFile, LISTED_FOR_MS, readErasureList } from '#server/leads/erasure/list.ts';
import { forgetErasures, mirrorErasures } from '#server/leads/erasure/mirror.ts';
import { recordsErasedSince } from '#server/leads/erasure/receipt.ts';
import { redoErasures } from '#server/leads/erasure/redo.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { eraseExpired } from '#server/leads/operator/erase-expired.ts';
import { erasePerson } from '#server/leads/operator/erase-person.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { alarmConditions } from '#server/messages/alarms.ts';
import { signedLinks } from '#server/messages/links.ts';
import { settleDelivered } from '#server/outbox/outbox-settle.ts';
import { pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import type { Database } from '#server/store/database.ts';
import { IN_STATE } from '#server/store/leads/lead-state.ts';
import type { OutboxRow } from '#server/store/schema.ts';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { FAKE, type FakeOptions, startFakeAirtable } from '../fakes/airtable.ts';
import { settingsOf } from '../fakes/airtable-settings.ts';
import { someBooking } from '../fakes/bookings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { fakeDestination } from '../fakes/destination.ts';
import { someLead, someLeads } from '../fakes/leads.ts';
import { reusedDatabase, untilSomebodyWaits } from '../postgres/reused.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { isOfThisRun } from '../support/engines-of-this-run.ts';
import { engines } from './engines.ts';

const DAY_MS = 86_400_000;

describe.each(Object.entries(engines))('an erasure, on %s', (_name, open) => {
  async function bench(options: FakeOptions = {}) {
    const db = await open();
    onTestFinished(() => db.destroy());
    const clock = leapingClock();
    const fake = await startFakeAirtable({ now: clock.now, ...options });
    onTestFinished(() => fake.close());
    const settings = settingsOf(fake);
    const records = recordEraser(settings, clock, pacedSender(settings, clock, 500));
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const deps = { db, records, clock, random: () => 0, log };
    const insert = async (lead: Lead, values: Partial<OutboxRow> = {}) => {
      await leadWriter(db).insert(lead, clock.now());
      if (Object.keys(values).length > 0)
        await db.updateTable('outbox').set(values).where('lead_id', '=', lead.id).execute();
      return lead;
    };
    const made = async ({ name, email, userId, url }: Lead) => {
      const answer = await fetch(`${fake.url}/v0/${FAKE.baseId}/${FAKE.table}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${FAKE.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ records: [{ fields: { Name: name, Email: email, ID: userId, URL: url } }] }),
      });
      await clock.wait(1_000);
      return ((await answer.json()) as { records: { id: string }[] }).records[0]?.id ?? '';
    };
    const delivered = async (lead = someLead()) => {
      const remote_id = await made(lead);
      await insert(lead, { state: 'delivered', delivered_at: clock.now(), remote_id });
      return { lead, remote_id };
    };
    const erase = (leads: readonly Lead[]) =>
      eraseRows(db, { leadIds: leads.map(({ id }) => id), now: clock.now() });
    return {
      ...{ db, clock, fake, log, insert, made, delivered, erase },
      /** All that is due, as the server does it. */
      async work() {
        const signal = new AbortController().signal;
        while (await eraseAtProvider(deps, signal));
      },
      states: async () =>
        (await recordsErasedSince(db, 0, Number.MAX_SAFE_INTEGER)).map(({ record, state }) => [
          record,
          state,
        ]),
      deletions: () => fake.requests.filter(({ method }) => method === 'DELETE'),
    };
  }

  test('deletes the records by their id, ten a request, behind the leads that are due, and not in a pause', async () => {
    const { clock, db, fake, delivered, insert, erase, work, states, deletions } = await bench();
    const those: Awaited<ReturnType<typeof delivered>>[] = [];
    for (const lead of someLeads(12)) those.push(await delivered(lead));
    const namesake = await delivered(someLead({ name: those[0]?.lead.name ?? '' }));
    fake.edit(those[0]?.remote_id ?? '', { Email: 'autre@example.ch', Name: 'Autre' });
    await erase(those.map(({ lead }) => lead));
    const waiting = await insert(someLead());
    await work();
    expect(deletions()).toEqual([]);
    await db
      .updateTable('outbox')
      .set({ due_at: clock.now() + DAY_MS })
      .where('lead_id', '=', waiting.id)
      .execute();
    await pauseDelivery(db, clock.now());
    await work();
    expect(deletions()).toEqual([]);
    await resumeDelivery(db, clock.now());
    await work();
    expect(fake.records.map(({ id }) => id)).toEqual([namesake.remote_id]);
    expect(deletions().map(({ path }) => path.split('records[]').length - 1)).toEqual([10, 2]);
    expect(await states()).toHaveLength(12);
    expect((await states()).every(([, state]) => state === 'deleted')).toBe(true);
  });

  test('one that is gone holds up no other, and ends; a failure of the moment is tried again', async () => {
    const { clock, fake, delivered, erase, work, states } = await bench();
    const [gone, there] = [await delivered(), await delivered()];
    await fetch(`${fake.url}/v0/${FAKE.baseId}/${FAKE.table}/${gone.remote_id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${FAKE.token}` },
    });
    await clock.wait(1_000);
    await erase([gone.lead, there.lead]);
    fake.fail({ kind: 'stored-close' });
    await work();
    await clock.wait(DAY_MS);
    fake.fail({ kind: 'status', status: 503 });
    await work();
    expect((await states()).map(([, state]) => state)).toEqual(['owed', 'owed']);
    await clock.wait(DAY_MS);
    await work();
    expect(new Map((await states()) as [string, string][])).toEqual(
      new Map([
        [gone.remote_id, 'gone'],
        [there.remote_id, 'deleted'],
      ]),
    );
  });

  test('a token without the right says so once, and the deletion stays owed until it has it', async () => {
    let may = false;
    const { clock, delivered, erase, work, states, log, db, deletions } = await bench({
      mayNotDelete: () => !may,
    });
    const those = [await delivered(), await delivered(), await delivered()];
    await erase(those.map(({ lead }) => lead));
    await work();
    // One request for all, and one more to tell a missing right from a record that is gone.
    expect(deletions()).toHaveLength(2);
    for (let time = 0; time < 3; time += 1) {
      await work();
      await clock.wait(DAY_MS);
    }
    expect((await states()).map(([, state]) => state)).toEqual(['owed', 'owed', 'owed']);
    expect(log.error).toHaveBeenCalledOnce();
    const isRaised = async () => (await alarmConditions(db, 1, clock.now())).holding.has('erasure-refused');
    expect(await isRaised()).toBe(true);
    const row = await db.selectFrom('erased_records').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ last_error: expect.stringContaining('HTTP 403') });
    may = true;
    await work();
    expect((await states()).map(([, state]) => state)).toEqual(['deleted', 'deleted', 'deleted']);
    expect(await isRaised()).toBe(false);
  });

  test('one that was ended because it and another waited for each other is done all the same', async () => {
    const { db, clock, delivered, states } = await bench();
    const { lead, remote_id } = await delivered();
    const removals = new Set<object>();
    let left = 2;
    const one = db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === 'DeleteQueryNode') removals.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (removals.has(queryId) && left-- > 0)
          throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        return result;
      },
    });
    const interrupted = Object.assign(one, {
      engine: db.engine,
      atomically: (queries: Parameters<Database['atomically']>[0]) => db.engine.atomically(one, queries),
    }) as Database;
    const erased = await eraseRows(interrupted, { leadIds: [lead.id], now: clock.now() });
    expect(left).toBeLessThan(0);
    expect(erased.leads.map(({ id }) => id)).toEqual([lead.id]);
    expect(await states()).toEqual([[remote_id, 'owed']]);
  });

  test.each(['before', 'after'] as const)(
    'a browser that sends a lead again while it is erased, the moment %s it is stored, brings nobody back',
    async (when) => {
      const { db, clock, delivered, erase } = await bench();
      const { lead } = await delivered();
      let isErased = false;
      const eraseOnce = async () => {
        if (!isErased) await erase([lead]);
        isErased = true;
      };
      const beside = Object.assign(db.withoutPlugins(), {
        engine: db.engine,
        async atomically(queries: Parameters<Database['atomically']>[0]) {
          if (when === 'before') await eraseOnce();
          const results = await db.atomically(queries);
          await eraseOnce();
          return results;
        },
      }) as Database;
      const links = signedLinks(await sharedSecret(db, 'message-links'));
      const notLate = lateLeads(db, links, clock.now).notLate(lead, 60_000);
      expect(await leadWriter(beside).insert(lead, clock.now(), undefined, { notLate })).toBe('late');
      expect(await db.selectFrom('leads').select('id').execute()).toEqual([]);
      // Whoever fills in the form again is welcome.
      await clock.wait(120_000);
      const anew = lateLeads(db, links, clock.now).notLate(lead, 60_000);
      expect(await leadWriter(db).insert(lead, clock.now(), undefined, { notLate: anew })).toBe('created');
    },
  );

  test('of a lead that was just being sent the record is searched for, and no other of that address is touched', async () => {
    const { clock, db, fake, insert, made, delivered, erase, work, states } = await bench();
    const lead = someLead();
    await insert(lead, { unknown_outcome: 1, lease_owner: 'a', lease_until: clock.now() + 60_000 });
    await erase([lead]);
    expect(await states()).toEqual([[null, 'owed']]);
    await work();
    expect(fake.requests).toEqual([]);
    const record = await made(lead);
    await clock.wait(66_000);
    // The person is back, in the same browser: one lead is at the provider, another is just being sent.
    const back = await delivered({ ...lead, id: crypto.randomUUID() });
    const sent = someLead({ email: lead.email, userId: lead.userId });
    await insert(sent, { unknown_outcome: 1, due_at: clock.now() + DAY_MS });
    const sentRecord = await made(sent);
    await work();
    expect(await states()).toEqual([[null, 'owed']]);
    const done = { state: 'delivered', remote_id: sentRecord, unknown_outcome: 0 } as const;
    await db.updateTable('outbox').set(done).where('lead_id', '=', sent.id).execute();
    await clock.wait(60_000);
    await work();
    expect(await states()).toEqual([[record, 'deleted']]);
    expect(fake.records.map(({ id }) => id)).toEqual([back.remote_id, sentRecord]);
    expect(await db.selectFrom('erased_searches').selectAll().execute()).toEqual([]);
  });

  test('the answer to a lead that was erased meanwhile names a record to delete; a search ends after 40 days', async () => {
    const { clock, db, fake, log, insert, made, erase, work, states } = await bench({ mayNotRead: true });
    const lead = await insert(someLead(), { unknown_outcome: 1 });
    await erase([lead]);
    const remoteId = await made(lead);
    const delivery = { db, owner: 'a', clock, log, destination: fakeDestination() } as never;
    await settleDelivered(delivery, [{ leadId: lead.id, remoteId, strategy: 1 }], 'remis');
    await work();
    await clock.wait(DAY_MS);
    await work();
    expect(new Map((await states()) as [string | null, string][])).toEqual(
      new Map([
        [remoteId, 'deleted'],
        [null, 'owed'],
      ]),
    );
    expect(fake.records).toEqual([]);
    await clock.wait(40 * DAY_MS);
    // Nor is the address kept longer where no provider is set any more.
    await forgetErasures(db, clock.now(), log);
    expect(await db.selectFrom('erased_searches').selectAll().execute()).toEqual([]);
  });

  test('a restore brings nobody back: leads, bookings and records; who returned since stays, and another database keeps all', async () => {
    const { clock, db, insert, delivered } = await bench();
    const dataDir = temporaryFolder();
    const email = 'zoe+site@example.ch';
    const one = await delivered(someLead({ email }));
    const two = await insert(someLead({ email: 'ZOE@example.ch' }));
    const call = someBooking(clock.now() + DAY_MS, { email });
    await bookingStore(db).insert(call, clock.now(), []);
    // Another person of that name, and another address of the mailbox, which nobody asked to erase.
    const stays = [
      await insert(someLead({ name: one.lead.name })),
      await insert(someLead({ email: 'zoe+autre@example.ch' })),
    ];
    await clock.wait(1_000);
    const person = { leadIds: [one.lead.id, two.id], bookingIds: [call.id], email };
    const { erased } = await erasePerson(db, dataDir, person, clock.now());
    expect(erased.map(({ what }) => what)).toContain('lead');
    await clock.wait(1_000);

    // As the backup has it, which knows nothing of the erasure; the person has filled in the form again.
    for (const table of ['erasures', 'erased_records', 'erased_mails'] as const)
      await db.deleteFrom(table).execute();
    const back = await insert({ ...one.lead, id: crypto.randomUUID() });
    for (const lead of [one.lead, two]) await leadWriter(db).insert(lead, clock.now() - 5_000);
    await bookingStore(db).insert(call, clock.now() - 5_000, []);
    const { leads, bookings, records } = await redoErasures(db, dataDir, clock.now());
    expect({ leads, bookings, records }).toEqual({ leads: 2, bookings: 1, records: 1 });
    const left = await db.selectFrom('leads').select('id').execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([...stays, back].map(({ id }) => id).toSorted());
    // Of what the backup took for undelivered a record may be there all the same.
    expect(await db.selectFrom('erased_searches').select('id').execute()).toHaveLength(2);
    expect(await redoErasures(db, dataDir, clock.now())).toEqual({ leads: 0, bookings: 0, records: 0 });

    await db.deleteFrom('erasures').execute();
    await db.updateTable('secrets').set({ value: 'another' }).where('name', '=', 'message-links').execute();
    await db.updateTable('leads').set({ created_at: 1 }).execute();
    expect((await redoErasures(db, dataDir, clock.now())).leads).toBe(0);
  });

  test('a held lead that is released meanwhile stays and is not taken for erased', async () => {
    const { clock, db, insert } = await bench();
    const dataDir = temporaryFolder();
    const held = await insert(someLead(), { held_because: 'Douteux.' });
    const released = await insert(someLead());
    const gone = someLead();
    await clock.wait(1_000);
    const leadIds = [held, released, gone].map(({ id }) => id);
    const { leads } = await eraseRows(db, { leadIds, condition: IN_STATE.held, now: clock.now() });
    expect(leads.map(({ id }) => id)).toEqual([held.id]);
    const keys = await erasureKeysOf(db);
    const marked = await db.selectFrom('erasures').select('key').execute();
    expect(marked).toEqual([{ key: keys.lead(held.id) }]);
    // Nor is it erased when the server compares list and database after a restore.
    await mirrorErasures(db, dataDir, clock.now());
    await db.deleteFrom('erasures').execute();
    expect((await redoErasures(db, dataDir, clock.now())).leads).toBe(0);
    expect(await db.selectFrom('leads').select('id').execute()).toEqual([{ id: released.id }]);
  });

  /** An export as the command leaves it: in the folder, and by `--out`. */
  async function exported(db: Database, dataDir: string) {
    const epoch = await presentEpoch(db);
    const path = await newExportPath(dataDir, { epoch, day: '2026-11-26', ending: 'csv' });
    const out = join(temporaryFolder(), 'contacts.csv');
    await noteElsewhere(dataDir, out, epoch);
    for (const file of [path, out]) writeFileSync(file, 'Zoé');
    return { path, out };
  }

  test('an erasure of any kind deletes the exports of before and names those of --out, whoever finishes it', async () => {
    const { clock, db, insert } = await bench();
    const dataDir = temporaryFolder();
    const writer = operatorWriter(db, undefined, clock.now);
    const held = async () => {
      const lead = someLead();
      await leadWriter(db).insert(lead, clock.now(), 'Douteux.');
      return lead;
    };
    const kinds: Record<string, () => Promise<unknown>> = {
      'a person': async () =>
        erasePerson(db, temporaryFolder(), { leadIds: [(await insert(someLead())).id], bookingIds: [] }, 0),
      'an address alone': () =>
        erasePerson(db, temporaryFolder(), { leadIds: [], bookingIds: [], email: 'zoe@example.ch' }, 0),
      'the link in a mail': async () => writer.erase([(await held()).id]),
      'held leads': async () => {
        await held();
        for await (const _ of writer.eraseHeld(0, Number.MAX_SAFE_INTEGER));
      },
      retention: async () => {
        await insert(someLead(), { state: 'delivered', delivered_at: clock.now(), remote_id: 'recOld' });
        return eraseExpired(db, clock.now() + DAY_MS, clock.now());
      },
    };
    const outs: string[] = [];
    for (const [kind, erase] of Object.entries(kinds)) {
      const { path, out } = await exported(db, dataDir);
      expect((await removeOldExports(db, dataDir)).deleted, `before ${kind}`).toEqual([]);
      expect(existsSync(path)).toBe(true);
      await erase();
      // As the server's next round, or the next command.
      outs.push(out);
      expect(await removeOldExports(db, dataDir), kind).toEqual({ deleted: [path], left: outs });
      expect([existsSync(path), existsSync(out)]).toEqual([false, true]);
    }
    for (const out of outs) rmSync(out);
    expect(await removeOldExports(db, dataDir)).toEqual({ deleted: [], left: [] });
    // A round that erases nobody costs nobody an export.
    const { path } = await exported(db, dataDir);
    await eraseExpired(db, 1, clock.now());
    await removeOldExports(db, dataDir);
    expect(existsSync(path)).toBe(true);
  });

  test('a copy that somebody saved beside an export goes too, and none that was saved since', async () => {
    const { clock, db, insert, erase } = await bench();
    const dataDir = temporaryFolder();
    mkdirSync(join(exportFolder(dataDir), 'pour Anne'), { recursive: true });
    const copy = join(exportFolder(dataDir), 'pour Anne', 'contacts.xlsx');
    const [lead] = [await insert(someLead())];
    const at = async () =>
      (await db.selectNoFrom(db.engine.instant(clock.now()).as('at')).execute())[0]?.at ?? 0;
    for (const [seconds, isKept] of [
      [-5, false],
      [60, true],
    ] as const) {
      await erase([lead]);
      writeFileSync(copy, 'Zoé');
      const saved = (await at()) / 1_000 + seconds;
      utimesSync(copy, saved, saved);
      await removeOldExports(db, dataDir);
      expect(existsSync(copy)).toBe(isKept);
    }
  });

  test('the notes of an earlier version, a file under the folder’s name, are still known', async () => {
    const { db, insert, erase } = await bench();
    const dataDir = temporaryFolder();
    const out = join(temporaryFolder(), 'contacts.csv');
    writeFileSync(out, 'Zoé');
    writeFileSync(
      exportFolder(dataDir),
      `${JSON.stringify({ path: out, size: 4, mtimeMs: 1 })}\n{"path":"/x`,
    );
    await erase([await insert(someLead())]);
    expect((await removeOldExports(db, dataDir)).left).toEqual([out]);
    const { path } = await exported(db, dataDir);
    expect(existsSync(path)).toBe(true);
  });

  test('the list survives a torn line and names nobody; what is too old leaves it and the database', async () => {
    const { clock, db, log, insert, erase } = await bench();
    const dataDir = temporaryFolder();
    const [first, second] = [await insert(someLead()), await insert(someLead())];
    await erase([first]);
    await mirrorErasures(db, dataDir, clock.now());
    const path = erasureListFile(dataDir);
    truncateSync(path, readFileSync(path).length - 4);
    expect((await readErasureList(dataDir)).people.size).toBeLessThan(2);
    await clock.wait(LISTED_FOR_MS / 2);
    await erase([second]);
    for (let time = 0; time < 2; time += 1) await mirrorErasures(db, dataDir, clock.now());
    expect((await readErasureList(dataDir)).people.size).toBe(2);
    for (const { name, email, id } of [first, second])
      for (const text of [name, email, id]) expect(readFileSync(path, 'utf8')).not.toContain(text);
    writeFileSync(path, 'p nonsense\nr \n', { flag: 'a' });
    await clock.wait(LISTED_FOR_MS / 2 + DAY_MS);
    await forgetErasures(db, clock.now(), log);
    await mirrorErasures(db, dataDir, clock.now());
    expect((await readErasureList(dataDir)).people.size).toBe(1);
    expect(await db.selectFrom('erasures').selectAll().execute()).toHaveLength(1);
    expect((await sharedSecret(db, 'message-links')) instanceof Secret).toBe(true);
  });
});

if (isOfThisRun('PostgreSQL'))
  test('an erasure waits for a call that is being changed before it has locked its lead, which that change takes next', async () => {
    const open = await reusedDatabase();
    const [db, other] = [open(), open()];
    onTestFinished(() => Promise.all([db.destroy(), other.destroy()]).then(() => {}));
    const lead = someLead();
    await leadWriter(db).insert(lead, 1);
    const call = someBooking(DAY_MS, { leadId: lead.id });
    await bookingStore(db).insert(call, 1);
    let erasing: ReturnType<typeof eraseRows> | undefined;
    await other.transaction().execute(async (tx) => {
      await tx.updateTable('bookings').set({ outcome: 'held' }).where('id', '=', call.id).execute();
      erasing = eraseRows(db, { leadIds: [lead.id], now: 1 });
      await untilSomebodyWaits(db);
      const locked = tx.selectFrom('leads').select('id').where('id', '=', lead.id).forUpdate().noWait();
      expect(await locked.execute()).toHaveLength(1);
    });
    expect((await erasing)?.leads).toHaveLength(1);
    // It is to come.
    expect(await db.selectFrom('bookings').select('lead_id').execute()).toEqual([{ lead_id: null }]);
  });
