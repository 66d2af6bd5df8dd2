import { expect } from 'vitest';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import { mark } from '#server/leads/follow-up/marks.ts';
import { using } from '../service/seeded-store.ts';
import { sendForm, sendJson } from '../service/test-server.ts';
import { OWNER, PUBLIC_URL, type Stage } from './stage.ts';

/** What the owner and the visitors do: by the links in their mails, as long as there are any, and at the desk. */
export function actors(stage: Stage) {
  const here = (link: string) => link.replace(PUBLIC_URL, stage.url());
  const follow = (link: string, fields: Record<string, string> = {}) =>
    sendForm(here(link).split('?')[0] ?? '', fields);

  /** The first link that contains `part` after `words`, in the newest mail to `to` that has these words. */
  function linkAfter(to: string, words: string, part: string): string | undefined {
    for (const mail of stage.mails.toReversed()) {
      if (!mail.to.includes(to) || !mail.text.includes(words)) continue;
      const link = new RegExp(`https://\\S+${part}\\S+`).exec(mail.text.slice(mail.text.indexOf(words)));
      if (link) return link[0];
    }
    return undefined;
  }

  return {
    follow,
    linkAfter,

    /** The owner says what became of a lead: by the newest mail about it, or at the desk. @returns whether there was a way */
    async answer(id: string, answer: string): Promise<boolean> {
      const reference = id.slice(0, 8);
      const link = linkAfter(OWNER, `: ${reference}\n`, '/suivi/');
      const atDesk = (['repondu', 'pas-joint', 'gagne', 'perdu'] as const).find((one) => one === answer);
      const response = link === undefined ? undefined : await follow(link, { answer });
      if (response?.status === 303) return true;
      // No mail has come, and this is not said at the desk.
      if (atDesk === undefined && link === undefined) return false;
      // The link has died of old age, or no mail has come: the desk is there.
      if (atDesk === undefined) return expect.fail(`${reference} ${answer}: ${response?.status}`);
      await using(stage.place.open(), async (db) => {
        const contact = (await contactOf(db, id)) ?? expect.fail(reference);
        await mark({ db, sender: 'nous@atelier.example' }, contact, atDesk, stage.clock.now());
      });
      return true;
    },

    /** The owner says what became of a call, by the mail that asks. */
    async sayOfCall(name: string, answer: 'tenu' | 'pas-joint'): Promise<void> {
      const mail = stage.mails.findLast(({ subject }) => subject.startsWith(`L’appel avec ${name}`));
      const link = mail?.links.find((one) => one.endsWith(`answer=${answer}`));
      if (link === undefined) return expect.fail(`Nobody asked about the call with ${name}`);
      expect((await follow(link, { answer })).status).toBe(303);
    },

    async book(start: number, of: { name: string; email: string; reference?: string }): Promise<string> {
      const { reference: lead, ...person } = of;
      const body = {
        id: crypto.randomUUID(),
        start: new Date(start).toISOString(),
        ...person,
        phone: '021 555 01 48',
        timeZone: 'Europe/Zurich',
        ...(lead && { lead }),
      };
      const response = await sendJson(`${stage.url()}/api/bookings`, body);
      const booked = (await response.json()) as { manage: string };
      expect([of.name, response.status, booked]).toEqual([of.name, 201, expect.anything()]);
      return booked.manage;
    },

    async move(manage: string, start: number): Promise<void> {
      const { status } = await sendForm(`${stage.url()}${manage}/deplacer`, {
        start: new Date(start).toISOString(),
      });
      expect(status).toBe(303);
    },

    async cancel(manage: string): Promise<void> {
      expect((await sendForm(`${stage.url()}${manage}/annuler`)).status).toBe(303);
    },
  };
}
