import { describe, expect, test } from 'vitest';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { standingAlarms } from '#server/messages/alarms.ts';
import { claimMessages } from '#server/messages/message-queue.ts';
import { messagesQuery } from '#server/messages/new-message.ts';
import { outboxState } from '#server/outbox/outbox-state.ts';
import { noteRelease, pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import { forgetOffsite, NEVER, noteOffsite } from '#server/store/offsite.ts';
import { someLead } from '../fakes/leads.ts';
import { serviceMailsBench } from '../fakes/service-mails-bench.ts';
import { engines } from './engines.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(Object.entries(engines))('alarms on %s', (_name, open) => {
  const bench = () => serviceMailsBench(open);

  /** What waits is late once the pause, or the release, ended 11 minutes ago. */
  async function expectLateAfter11Minutes({
    db,
    now,
    look,
  }: Pick<Awaited<ReturnType<typeof bench>>, 'db' | 'now' | 'look'>): Promise<void> {
    await db
      .updateTable('conditions')
      .set({ since: now - 11 * MINUTE })
      .execute();
    await look();
    expect(await standingAlarms(db)).toMatchObject([{ name: 'delivery-late' }]);
  }

  test('leads that wait for over 10 minutes raise one alarm, told once by mail and webhook, and its end once', async () => {
    const { db, now, insert, look, messages, written, told, write } = await bench();
    const lead = await insert();
    await db.updateTable('outbox').set({ tell_since: null, last_error: 'Invalid permissions' }).execute();
    await db
      .updateTable('leads')
      .set({ created_at: now - 9 * MINUTE })
      .execute();
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    await db
      .updateTable('leads')
      .set({ created_at: now - 11 * MINUTE })
      .execute();
    await look();
    await look();
    expect((await messages()).map(({ kind }) => kind)).toEqual(['owner-alarm', 'webhook-alarm']);
    expect(written).toHaveLength(1);
    expect(await standingAlarms(db)).toMatchObject([{ name: 'delivery-late' }]);
    expect(told).toEqual([
      [{ alarm: 'delivery-late', spell: 1, since: expect.any(Number) }, 'Invalid permissions'],
    ]);
    expect(await write('owner-alarm')).toMatch(/attendent plus de 10\u00a0minutes.*Invalid permissions/s);
    await db
      .updateTable('outbox')
      .set({ state: 'delivered', delivered_at: now, strategy: 1 })
      .where('lead_id', '=', lead.id)
      .execute();
    await look();
    await look();
    const kinds = (await messages()).map(({ kind }) => kind);
    expect(kinds).toEqual(['owner-alarm', 'owner-alarm-over', 'webhook-alarm', 'webhook-alarm']);
    expect(await standingAlarms(db)).toEqual([]);
    expect(told.slice(1)).toMatchObject([[{ alarm: 'delivery-late', until: expect.any(Number) }, undefined]]);
    expect(await write('owner-alarm')).toContain('L’alerte est finie');
    expect(await write('owner-alarm-over')).toContain('Rien n’a été perdu');
  });

  test('what waited during a pause is late only 10 minutes after its end, and a pause ends no alarm', async () => {
    const { db, now, clock, insert, look, messages } = await bench();
    await insert();
    await db
      .updateTable('leads')
      .set({ created_at: now - DAY })
      .execute();
    await db
      .updateTable('outbox')
      .set({ due_at: now - DAY })
      .execute();
    await pauseDelivery(db, clock.now());
    await look();
    expect(await resumeDelivery(db, clock.now())).toBe(true);
    expect(await resumeDelivery(db, clock.now())).toBe(false);
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    expect(await outboxState(db, clock.now())).toMatchObject({ stalled: false, pausedSince: null });
    await expectLateAfter11Minutes({ db, now, look });
    expect(await outboxState(db, clock.now())).toMatchObject({ stalled: true });
    // Paused while the alarm is raised, as an operator would who mends something: nothing arrives, so it has no end.
    await pauseDelivery(db, clock.now());
    await look();
    await resumeDelivery(db, clock.now());
    await look();
    expect((await messages()).map(({ kind }) => kind)).not.toContain('owner-alarm-over');
    expect(await standingAlarms(db)).toMatchObject([{ name: 'delivery-late' }]);
  });

  test('copies off the machine ring after 26 h, after a rehearsal that failed or ceased, and by a clock that was wrong', async () => {
    const { db, now, look, write, told } = await bench();
    const raised = async () => {
      await look();
      return (await standingAlarms(db)).map(({ name }) => name);
    };
    // Where none is kept, none is missed.
    expect(await raised()).toEqual([]);
    await noteOffsite(db, 'offsite-copied', now - 25 * HOUR);
    expect(await raised()).toEqual([]);
    await noteOffsite(db, 'offsite-copied', now - 27 * HOUR);
    expect(await raised()).toEqual(['offsite-copy']);
    expect(told[0]?.[1]).toContain('dernière copie');
    expect(await write('owner-alarm')).toMatch(/pas de copie sûre.*dernière copie/s);
    await noteOffsite(db, 'offsite-copied', now);
    expect(await raised()).toEqual([]);
    await noteOffsite(db, 'offsite-rehearsed', NEVER);
    expect(await raised()).toEqual(['offsite-copy']);
    expect(told.at(-1)?.[1]).toContain('le dernier essai de restauration a échoué');
    await noteOffsite(db, 'offsite-rehearsed', now - 7 * DAY);
    expect(await raised()).toEqual([]);
    await noteOffsite(db, 'offsite-rehearsed', now - 9 * DAY);
    expect(await raised()).toEqual(['offsite-copy']);
    await noteOffsite(db, 'offsite-rehearsed', now);
    await noteOffsite(db, 'offsite-copied', now + 365 * DAY);
    expect(await raised()).toEqual(['offsite-copy']);
    await forgetOffsite(db);
    expect(await raised()).toEqual([]);
  });

  test('held leads that are let go after days are given 10 minutes as well, by the link and by the command', async () => {
    const { db, now, clock, insert, look } = await bench();
    const held = await insert(someLead(), 'douteux');
    const daysAgo = now - 3 * DAY;
    await db.updateTable('leads').set({ created_at: daysAgo }).execute();
    await db.updateTable('outbox').set({ due_at: daysAgo }).execute();
    await noteRelease(db, clock.now());
    await operatorWriter(db).release([held.id]);
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    expect(await outboxState(db, clock.now())).toMatchObject({ stalled: false });
    await expectLateAfter11Minutes({ db, now, look });
  });

  test('a held lead raises none, nor does one just released; another strategy does until the first works again', async () => {
    const { db, now, insert, look } = await bench();
    await insert(someLead(), 'douteux');
    const [released, delivered] = [await insert(), await insert()];
    await db
      .updateTable('leads')
      .set({ created_at: now - DAY })
      .execute();
    await db.updateTable('outbox').set({ released: 1 }).where('lead_id', '=', released.id).execute();
    const deliver = (strategy: number, at: number) =>
      db
        .updateTable('outbox')
        .set({ state: 'delivered', delivered_at: at, strategy })
        .where('lead_id', '=', delivered.id)
        .execute();
    await deliver(1, now);
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    await deliver(3, now);
    await look();
    expect(await standingAlarms(db)).toMatchObject([{ name: 'fallback-strategy' }]);
    await deliver(0, now);
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    // Sent whole once the token was mended, in the middle of a pass: no field was refused.
    const refusedBy = async (...statuses: number[]) => {
      const rejections = JSON.stringify(
        statuses.map((status, strategy) => ({ strategy, status, message: '' })),
      );
      await db.updateTable('outbox').set({ rejections }).where('lead_id', '=', delivered.id).execute();
      await deliver(3, now);
      await look();
      return standingAlarms(db);
    };
    expect(await refusedBy(401, 403, 404)).toEqual([]);
    expect(await refusedBy(401, 422)).toMatchObject([{ name: 'fallback-strategy' }]);
  });

  test('a mail to the owner that no server takes says nothing about mail once others were accepted', async () => {
    const { db, now, look, messages } = await bench();
    const mail = (id: string) => messagesQuery(db, now, [{ id, kind: 'owner-call', lead_id: null }]);
    await db.atomically([mail('poisoned'), mail('accepted')]);
    const poisoned = { attempts: 40, last_error: '554', created_at: now - 2 * DAY };
    await db.updateTable('messages').set(poisoned).where('id', '=', 'poisoned').execute();
    const accepted = { state: 'sent' as const, sent_at: now - 2 * HOUR };
    await db.updateTable('messages').set(accepted).where('id', '=', 'accepted').execute();
    await look();
    expect(await db.selectFrom('alarms').selectAll().execute()).toEqual([]);
    // Before anything else was accepted it might have been the mail server.
    await db
      .updateTable('messages')
      .set({ sent_at: now - 2 * DAY })
      .where('id', '=', 'accepted')
      .execute();
    await look();
    expect(await db.selectFrom('alarms').selectAll().execute()).toMatchObject([{ name: 'mail-down' }]);
    expect((await messages()).filter(({ kind }) => kind.startsWith('owner-alarm'))).toEqual([]);
  });

  test('a mail that waits for what the server says of the sender raises an alarm at once; others do not', async () => {
    const { db, now, look, messages, told } = await bench();
    const mail = (id: string) => messagesQuery(db, now, [{ id, kind: 'visitor-lead', lead_id: null }]);
    await db.atomically([mail('quota'), mail('filter'), mail('greylist')]);
    const failed = (id: string, last_error: string) =>
      db.updateTable('messages').set({ last_error, attempts: 1 }).where('id', '=', id).execute();
    await failed('filter', "Can't send mail - all recipients were rejected: 554 Looks like spam");
    await failed('greylist', 'Message failed: 451 4.7.1 Too many mails, try again later');
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    const answer =
      "Can't send mail - all recipients were rejected: 550-5.4.5 Daily user sending limit exceeded.";
    await failed('quota', answer);
    await look();
    expect(await standingAlarms(db)).toMatchObject([{ name: 'mail-refused' }]);
    expect(told).toMatchObject([[{ alarm: 'mail-refused' }, answer]]);
    await db.updateTable('messages').set({ state: 'sent', sent_at: now }).where('id', '=', 'quota').execute();
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    expect((await messages()).map(({ kind }) => kind)).toContain('owner-alarm-over');
  });

  test('no mail accepted for an hour although some are due: the log says it, and the mail follows its end', async () => {
    const { db, now, look, written, messages } = await bench();
    await db.atomically([messagesQuery(db, now, [{ id: 'm', kind: 'owner-call', lead_id: null }])]);
    const [claimed] = await claimMessages(db, {
      channel: 'mail',
      owner: 'a',
      now,
      limit: 1,
    });
    await db
      .updateTable('messages')
      .set({ last_error: 'greylisted', lease_owner: null, lease_until: null })
      .where('id', '=', claimed?.id ?? '')
      .execute();
    await look();
    expect(written).toEqual([]);
    await db
      .updateTable('alarms')
      .set({ since: now - HOUR - MINUTE })
      .execute();
    await look();
    await look();
    expect(written).toHaveLength(1);
    expect(written[0]).toContain('aucun e-mail');
    expect(await standingAlarms(db)).toMatchObject([{ name: 'mail-down' }]);
    await db.updateTable('messages').set({ state: 'sent', sent_at: now }).where('id', '=', 'm').execute();
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    expect((await messages()).filter(({ kind }) => kind.startsWith('owner-alarm'))).toHaveLength(2);
  });
});
