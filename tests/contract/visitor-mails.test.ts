import { describe, expect, test } from 'vitest';
import { fanOut } from '#server/leads/fan-out.ts';
import { requestErasure } from '#server/leads/follow-up/marks.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { forgetClients, VISITOR_MAILS } from '#server/messages/visitor-mails.ts';
import { someLead } from '../fakes/leads.ts';
import { fakeTransport, messageBench } from '../fakes/message-bench.ts';
import { engines } from './engines.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

describe.each(Object.entries(engines))('room for mails to visitors on %s', (_name, open) => {
  async function bench(overrides: Parameters<typeof messageBench>[1] = {}) {
    const own = await messageBench(open, overrides);
    const { db, clock, links } = own;
    const deps = { db, clock, links, sender: 'nous@atelier.example', webhook: false, wake: () => {} };
    const told = async () => {
      while ((await fanOut(deps)) > 0);
    };
    /** How many milliseconds from now on each visitor's mail leaves, by address. */
    const waits = async () => {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('leads', 'leads.id', 'messages.lead_id')
        .select(['email', 'due_at', 'state'])
        .where('kind', '=', 'visitor-lead')
        .orderBy('due_at')
        .execute();
      expect(rows.filter(({ state }) => state !== 'waiting')).toEqual([]);
      return rows.map(({ email, due_at }) => ({ email, in: due_at - clock.now() }));
    };
    return { ...own, told, waits };
  }

  test('450 requests under the tags of one mailbox: it has two mails a day, and honest visitors theirs at once', async () => {
    const { insert, told, waits } = await bench();
    for (let n = 0; n < 450; n += 1)
      await insert(someLead({ email: `victime+${n}@boite.ch` }), undefined, `client ${n % 5}`);
    for (let n = 0; n < 20; n += 1)
      await insert(someLead({ email: `honnete${n}@example.ch` }), undefined, `honest ${n}`);
    await told();
    const all = await waits();
    expect(all).toHaveLength(470);
    expect(all.filter(({ email }) => email.startsWith('honnete')).map((one) => one.in)).toEqual(
      Array(20).fill(0),
    );
    const toVictim = all.filter(({ email }) => email.startsWith('victime')).map((one) => one.in);
    expect(toVictim.slice(0, 5)).toEqual([0, 0, DAY, DAY, 2 * DAY]);
    for (const [n, at] of toVictim.slice(VISITOR_MAILS.ofMailbox).entries())
      expect(at - (toVictim[n] ?? 0)).toBeGreaterThanOrEqual(DAY);
  });

  test('a mail that waited four days for room is not given up at its first failure', async () => {
    const { sent, transport } = fakeTransport();
    const { db, clock, insert, told, start } = await bench({ transport });
    for (let n = 0; n < 9; n += 1) await insert(someLead({ email: `victime+${n}@boite.ch` }));
    await told();
    await db
      .updateTable('messages')
      .set({ state: 'dropped' })
      .where((e) => e.or([e('recipient', '=', 'owner'), e('due_at', '<', clock.now() + 4 * DAY)]))
      .execute();
    transport.send = async (mail) => {
      sent.push(mail);
      return { kind: 'transient', message: '451 Later', unknown: false, everyMail: false };
    };
    start();
    clock.advance(4 * DAY);
    const last = () =>
      db.selectFrom('messages').select(['state', 'last_error']).where('attempts', '=', 1).executeTakeFirst();
    await expect
      .poll(async () => {
        clock.advance(100);
        return (await last())?.last_error;
      })
      .toBe('451 Later');
    expect((await last())?.state).toBe('waiting');
  });

  test('a client has so many in an hour; beyond half of all it keeps nobody else waiting, nor do released leads', async () => {
    const { db, insert, told, waits } = await bench();
    const ofClient = (client: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          insert(someLead({ email: `${client}-${n}@example.ch` }), undefined, client),
        ),
      );
    await ofClient('one', VISITOR_MAILS.ofClient + 5);
    await told();
    expect((await waits()).filter((one) => one.in === 0)).toHaveLength(VISITOR_MAILS.ofClient);
    expect((await waits()).at(-1)?.in).toBe(HOUR);
    for (const client of ['two', 'three', 'four']) await ofClient(client, VISITOR_MAILS.ofClient);
    await told();
    for (let n = 0; n < 30; n += 1)
      await insert(someLead({ email: `retenu${n}@example.ch` }), 'douteux', 'five');
    await operatorWriter(db).releaseAll();
    await told();
    const now = (await waits()).filter((one) => one.in === 0);
    expect(now.length).toBeLessThanOrEqual(VISITOR_MAILS.forFurther + 3);
    expect(now.filter(({ email }) => email.startsWith('retenu'))).toEqual([]);
    await insert(someLead({ email: 'honnete@example.ch' }), undefined, 'six');
    await told();
    expect((await waits()).find(({ email }) => email === 'honnete@example.ch')?.in).toBe(0);
  });

  test('who asked is forgotten an hour after the mail, and not kept of what is held', async () => {
    const { db, clock, insert, told } = await bench();
    const [lead] = [await insert(someLead(), undefined, 'one'), await insert(someLead(), 'douteux', 'two')];
    const kept = async (table: 'outbox' | 'messages') =>
      (await db.selectFrom(table).select('client_key').execute()).flatMap(
        ({ client_key }) => client_key ?? [],
      );
    expect([await kept('outbox'), await kept('messages')]).toEqual([['one'], []]);
    await told();
    await forgetClients(db, clock.now() + HOUR);
    expect([await kept('outbox'), await kept('messages')]).toEqual([[], ['one']]);
    await forgetClients(db, clock.now() + HOUR + 1);
    expect(await kept('messages')).toEqual([]);
    expect(lead).toBeDefined();
  });

  test('one request for erasure ends all that waits for the mailbox', async () => {
    const { db, clock, insert, told } = await bench();
    const leads = [];
    for (let n = 0; n < 5; n += 1) leads.push(await insert(someLead({ email: `victime+${n}@boite.ch` })));
    const other = await insert(someLead({ email: 'autre@boite.ch' }));
    await told();
    const lead = { ...(leads[0] ?? other), createdAt: clock.now() };
    await requestErasure({ db, sender: 'nous@atelier.example' }, { lead }, clock.now());
    const left = await db
      .selectFrom('messages')
      .select('lead_id')
      .where('recipient', '=', 'visitor')
      .where('state', '=', 'waiting')
      .execute();
    expect(left).toEqual([{ lead_id: other.id }]);
  });
});
