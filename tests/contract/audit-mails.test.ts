import { describe, expect, test } from 'vitest';
import { askAudit } from '#server/audits/queue/ask.ts';
import { startAuditWorker } from '#server/audits/queue/worker.ts';
import { auditStore } from '#server/audits/store/audit-store.ts';
import { systemClock } from '#server/system/clock.ts';
import { fakeEngine } from '../fakes/audit-engine.ts';
import { messageBench } from '../fakes/message-bench.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('mails about an audit on %s', (_name, open) => {
  test('both get the report’s address, in fixed words for the visitor, and the lead’s own mails have it too', async () => {
    const { db, clock, links, config, insert, sent, start } = await messageBench(open);
    const lead = await insert();
    const store = auditStore(db);
    const consequences = { links, sender: config.mail.from.address };
    const worker = startAuditWorker({
      ...{ db, store, consequences, clock: systemClock, browser: false, alone: true, wake: () => {} },
      engine: fakeEngine().engine,
      log: { info() {}, warn() {}, error() {} } as never,
    });
    const asked = await askAudit(
      { db, store, now: Date.now, wake: worker.wake },
      {
        address: { url: 'https://gagnez.example/', schemeTyped: true },
        leadId: lead.id,
        asker: 'somebody',
        proved: true,
      },
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
    const page = `https://atelier.example/audit/${token}`;
    const subjects = sent.map(({ subject }) => subject);
    expect(subjects).toEqual(
      expect.arrayContaining(['Votre audit express est prêt', `Audit express de ${lead.name}`]),
    );
    for (const mail of sent.slice(0, 4)) {
      expect([mail.subject, mail.text.includes(page)]).toEqual([mail.subject, true]);
      // The report names nobody, so each mail to the visitor has its own way to the call.
      const own = mail.to[0] === lead.email;
      expect([mail.subject, mail.text.includes('/rendez-vous?ref=')]).toEqual([mail.subject, own]);
      if (own) expect(mail.text).not.toContain('gagnez');
    }
  });
});
