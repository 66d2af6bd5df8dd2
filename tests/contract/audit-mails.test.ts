import { describe, expect, test } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { askAudit } from '#server/audits/queue/ask-audit.ts';
import { auditStore } from '#server/audits/queue/audit-store.ts';
import { startAuditWorker } from '#server/audits/queue/audit-worker.ts';
import { eventQuery } from '#server/store/leads/events.ts';
import { systemClock } from '#server/system/clock.ts';
import { fakeEngine } from '../fakes/audit-engine.ts';
import { someLead } from '../fakes/leads.ts';
import { messageBench } from '../fakes/message-bench.ts';
import { engines } from './engines.ts';

type Bench = Awaited<ReturnType<typeof messageBench>>;

describe.each(Object.entries(engines))('mails about an audit on %s', (_name, open) => {
  /** A lead whose audit of that site is ready, and the mails that have left. */
  async function audited(
    email: string,
    site: string,
    before?: (bench: Bench, lead: Lead) => Promise<unknown>,
  ) {
    const bench = await messageBench(open);
    const { db, clock, links, config, insert, sent, start } = bench;
    const lead = await insert(someLead({ email }));
    await before?.(bench, lead);
    const store = auditStore(db);
    const consequences = { links, sender: config.mail.from.address };
    const worker = startAuditWorker({
      ...{ db, store, consequences, clock: systemClock, browser: false, alone: true, wake: () => {} },
      engine: fakeEngine().engine,
      log: { info() {}, warn() {}, error() {} } as never,
    });
    const asked = await askAudit(
      { db, store, now: Date.now, wake: worker.wake },
      { address: { url: site, schemeTyped: true }, leadId: lead.id, asker: 'somebody', proved: true },
    );
    const token = asked.kind === 'queued' ? asked.token : '';
    await expect.poll(async () => (await store.byToken(token, Date.now()))?.state).toBe('done');
    await worker.stop();
    // Due by the clock of the bench, which stands on another day.
    await db.updateTable('messages').set({ due_at: 0 }).execute();
    await db
      .updateTable('audits')
      .set({ expires_at: Date.now() * 2 })
      .execute();
    start();
    const sentSoFar = () => {
      clock.advance(1_000);
      return sent.length;
    };
    await expect.poll(sentSoFar).toBeGreaterThanOrEqual(4);
    const own = sent.filter(({ to }) => to[0] === lead.email);
    return {
      bench,
      lead,
      token,
      page: `https://atelier.example/audit/${token}`,
      own,
      others: sent.filter((mail) => !own.includes(mail)),
    };
  }

  test.each([
    ['anne@atelier-rochat.ch', 'https://www.atelier-rochat.ch/'],
    ['anne@mail.rochat.co.uk', 'https://rochat.co.uk/'],
    ['anne@zürich.example', 'https://xn--zrich-kva.example/'],
  ])('%s gets the report of its own site %s, and the owner too', async (email, site) => {
    const { bench, lead, page, own, others } = await audited(email, site);
    const subjects = [...own, ...others].map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining(['Votre audit express est prêt', `Audit express de ${lead.name}`]),
    );
    for (const mail of [...own, ...others])
      expect([mail.subject, mail.text.includes(page)]).toEqual([mail.subject, true]);
    // Each mail with the report keeps the promise of it.
    const kept = bench.db.selectFrom('lead_events').select('id').where('kind', '=', 'audit-sent');
    await expect.poll(async () => (await kept.execute()).length).toBe(own.length);
    // The report names nobody, so each mail to the visitor has its own way to the call.
    for (const mail of own) expect(mail.text).toContain('/rendez-vous?ref=');
  });

  test.each([
    ['victime@gmail.com', 'https://gagnez.example/'],
    ['victime@boite.co.uk', 'https://gagnez.co.uk/'],
    ['victime@a.github.io', 'https://gagnez.github.io/'],
  ])('%s is asked, without a word of %s, and no mail leads to its report', async (email, site) => {
    const { own, others, token } = await audited(email, site);
    expect(own.map(({ subject }) => subject)).toContain('Un audit express a été demandé avec votre adresse');
    for (const { subject, text, html } of own) {
      const links = [...new Set(text.match(/https:\/\/atelier\.example\/suivi\/[\w-]+/g))];
      expect([subject, links.length]).toEqual([subject, 1]);
      for (const foreign of ['gagnez', token, '/audit/'])
        expect(`${subject}${text}${html}`).not.toContain(foreign);
    }
    for (const mail of others) expect(mail.text).toContain(token);
  });

  test('whoever has opened a link of ours gets the report of any site', async () => {
    const { own, page } = await audited('anne@gmail.com', 'https://rochat.example/', async ({ db }, lead) => {
      const event = { leadId: lead.id, kind: 'mailbox-opened', by: 'visitor', id: 'opened', at: 1 } as const;
      await db.atomically([eventQuery(db, event)]);
    });
    expect(own.filter(({ text }) => text.includes(page))).toHaveLength(own.length);
  });
});
