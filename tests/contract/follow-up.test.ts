import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { availability } from '#content/availability.ts';
import { call } from '#content/call.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import { readTemplate } from '#server/http/pages/template.ts';
import { fanOut } from '#server/leads/fan-out.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import { requestErasure } from '#server/leads/follow-up/marks.ts';
import { owedToAll } from '#server/leads/follow-up/owed.ts';
import { enqueueHeldHour } from '#server/leads/held-digest.ts';
import { followUpRoute } from '#server/leads/routes/follow-up.ts';
import { writeMail } from '#server/messages/mail/send-mails.ts';
import { messageKinds } from '#server/start/all-message-kinds.ts';
import { eventQuery } from '#server/store/leads/events.ts';
import { someLead } from '../fakes/leads.ts';
import { messageBench, SETTINGS } from '../fakes/message-bench.ts';
import { engines } from './engines.ts';

const DAY = 24 * 60 * 60_000;
const SENDER = 'nous@atelier.example';

describe.each(Object.entries(engines))('the owner’s links on %s', (_name, open) => {
  async function bench() {
    const own = await messageBench(open);
    const { db, clock, links, insert, messages } = own;
    const publicUrl = SETTINGS.PUBLIC_URL ?? '';
    const deps = { db, clock, links, sender: SENDER, webhook: false, wake: () => {} };
    const lead = await insert();
    await fanOut(deps);
    const app = fastify();
    onTestFinished(() => app.close());
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    app.decorate('template', readTemplate(''));
    const unknown = async () => ({ kind: 'unknown' as const });
    const bookings = { confirm: unknown, cancelAsAbuse: unknown };
    followUpRoute(app, { db, links, sender: SENDER, publicUrl, now: clock.now, wake: () => {}, bookings });
    const get = (token: string) => app.inject({ method: 'GET', url: `/suivi/${token}` });
    const post = (token: string, fields: Record<string, string> = {}, site = 'same-origin') => {
      clock.advance(1_000);
      return app.inject({
        method: 'POST',
        url: `/suivi/${token}`,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      });
    };
    const token = links.sign('follow-up', lead.id, clock.now() + 7 * DAY);
    const wanted = async () => (await messages()).filter(({ kind }) => kind === 'owner-links');
    const owed = async () => (await owedToAll(db)).map(({ promised }) => promised.owed);
    const events = async () => (await contactOf(db, lead.id))?.events.map(({ kind }) => kind);
    return {
      ...own,
      deps: { ...deps, publicUrl, owners: [SENDER], kinds: messageKinds },
      lead,
      token,
      get,
      post,
      wanted,
      owed,
      events,
    };
  }

  test('the page and the mails about a lead say from when to when its call was moved, and that it is cancelled', async () => {
    const { db, clock, lead, token, get, deps, messages } = await bench();
    const day = Math.ceil(clock.now() / DAY) * DAY;
    const [was, is] = [day + 2 * DAY, day + 3 * DAY];
    const happens = async (kind: 'call-booked' | 'call-moved' | 'call-cancelled', start: number) => {
      clock.advance(1_000);
      const detail = { booking: 'one', start, phone: '+41215550148' };
      const event = { id: kind, leadId: lead.id, kind, by: 'visitor', at: clock.now(), detail } as const;
      await db.atomically([eventQuery(db, event)]);
    };
    const told = async () => {
      const [message] = (await messages()).filter(({ kind }) => kind === 'owner-lead');
      if (message === undefined) throw new Error('No mail');
      const mail = await messageKinds['owner-lead'].write({ ...deps, now: clock.now() }, message);
      return [(await get(token)).body, JSON.stringify(mail)];
    };
    const when = (start: number) => wallMoment(start, availability.timeZone);
    await happens('call-booked', was);
    await happens('call-moved', is);
    for (const text of await told()) {
      expect(text).toContain(call.settled);
      expect(text).toContain(call.moved(when(was), when(is)));
    }
    await happens('call-cancelled', is);
    for (const text of await told()) {
      expect(text).toContain(call.ownersCancelled(when(is)));
      expect(text).not.toContain(call.settled);
    }
  });

  test('one that is too old changes nothing, and has new ones sent to the owner, at most once an hour', async () => {
    const { clock, links, lead, token, get, post, wanted, events, deps } = await bench();
    clock.advance(8 * DAY);
    const page = await get(token);
    expect([page.statusCode, page.body]).toEqual([
      404,
      expect.stringContaining('Recevoir de nouveaux liens'),
    ]);
    expect(await wanted()).toEqual([]);
    expect((await post(token, { answer: 'repondu' }, 'cross-site')).statusCode).toBe(403);
    for (const _again of [1, 2]) expect((await post(token, { answer: 'repondu' })).statusCode).toBe(303);
    expect(await events()).toEqual(['received']);
    const [message, ...more] = await wanted();
    expect([message?.lead_id, more]).toEqual([lead.id, []]);
    if (message === undefined) throw new Error('No mail');
    const mail = await messageKinds['owner-links'].write({ ...deps, now: clock.now() }, message);
    const fresh = /suivi\/([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? '';
    expect((await post(fresh, { answer: 'repondu' })).statusCode).toBe(303);
    expect(await events()).toEqual(['received', 'answered']);
    // Neither a forged link nor one of another purpose is offered anything.
    const erasure = links.sign('erasure', lead.id, clock.now() - DAY);
    for (const other of [token.replace(/^./, 'B'), erasure, 'x'])
      expect((await get(other)).body).not.toContain('Recevoir');
    expect(await wanted()).toHaveLength(1);
  });

  test('« Répondu » leaves the audit owed until it is sent or the lead is won, with its amount', async () => {
    const { token, post, get, owed, events, db, lead } = await bench();
    await post(token, { answer: 'repondu' });
    expect(await owed()).toEqual(['Lui envoyer son audit']);
    expect((await get(token)).body).toContain('value="audit-envoye"');
    expect((await post(token, { answer: 'audit-envoye' })).statusCode).toBe(303);
    expect(await owed()).toEqual([]);
    expect((await get(token)).body).not.toContain('value="audit-envoye"');
    expect((await post(token, { answer: 'tenu' })).statusCode).toBe(422);
    expect((await post(token, { answer: 'gagne', amount: 'beaucoup' })).statusCode).toBe(422);
    expect((await post(token, { answer: 'gagne', amount: '1’500.50 CHF' })).statusCode).toBe(303);
    expect(await events()).toEqual(['received', 'answered', 'audit-sent', 'won']);
    expect((await contactOf(db, lead.id))?.events.at(-1)?.detail).toEqual({ amount: 1500.5 });
  });

  test('a lead that is held is told within the hour, once, with links that let it go or erase it', async () => {
    const { db, clock, links, insert, messages, deps, get, post } = await bench();
    const held = [await insert(someLead(), 'douteux'), await insert(someLead(), 'douteux')];
    const begun = clock.now();
    for (const minutes of [0, 1, 30])
      await enqueueHeldHour({ db, links, sender: SENDER }, begun + minutes * 60_000);
    const told = (await messages()).filter(({ kind }) => kind === 'owner-held');
    expect(told.map(({ due_at }) => due_at - begun <= DAY / 24)).toEqual([true]);
    const [message] = told;
    if (message === undefined) throw new Error('No mail');
    const written = await writeMail(deps, message, clock.now());
    if ('dropped' in written) throw new Error(written.dropped);
    const tokens = (email: string) =>
      written.mail.text
        .slice(written.mail.text.indexOf(email))
        .match(/suivi\/[\w-]+/)?.[0]
        .slice('suivi/'.length) ?? '';
    const [good, bad] = held.map(({ email }) => tokens(email)) as [string, string];
    const standing = async () =>
      (await db.selectFrom('outbox').select(['lead_id', 'held_because']).execute()).filter(({ lead_id }) =>
        held.some(({ id }) => id === lead_id),
      );
    expect((await get(good)).body).toContain('value="laisser"');
    expect((await post(good, { answer: 'laisser' }, 'cross-site')).statusCode).toBe(403);
    expect((await standing()).map(({ held_because }) => held_because)).toEqual(['douteux', 'douteux']);
    expect((await post(good, { answer: 'laisser' })).statusCode).toBe(303);
    expect((await post(bad, { answer: 'effacer' })).statusCode).toBe(303);
    expect(await standing()).toEqual([{ lead_id: held[0]?.id, held_because: null }]);
    // What is gone is not erased by a link that comes later.
    expect((await post(good, { answer: 'effacer' })).statusCode).toBe(410);
    expect(await standing()).toHaveLength(1);
    expect(await writeMail(deps, message, clock.now())).toEqual({ dropped: 'Plus rien n’est retenu.' });
  });

  test('a report that the visitor’s mail carries keeps the promise once that mail is accepted', async () => {
    const { db, clock, lead, deps, owed, messages } = await bench();
    const audit = {
      id: 'ready',
      lead_id: lead.id,
      kind: 'audit-ready',
      by: 'system',
      at: clock.now(),
    } as const;
    await db
      .insertInto('lead_events')
      .values({ ...audit, detail: JSON.stringify({ token: 'x'.repeat(32), url: 'https://exemple.ch/' }) })
      .execute();
    const message = (await messages()).find(({ kind }) => kind === 'visitor-lead');
    if (message === undefined) throw new Error('No mail');
    const mail = await messageKinds['visitor-lead'].write({ ...deps, now: clock.now() }, message);
    expect(await owed()).toContain('Lui envoyer son audit');
    if ('dropped' in mail) throw new Error(mail.dropped);
    await db.atomically(mail.following ?? []);
    expect(await owed()).toEqual(['Lui répondre']);
    const contact = await contactOf(db, lead.id);
    if (contact !== undefined) await requestErasure(deps, contact, clock.now());
    expect(await owed()).toEqual(['Effacer ses données']);
  });
});
