import { describe, expect, it } from 'vitest';
import { deadlineOf } from '#domain/promise.ts';
import { GUESS_ENDED } from '../audit.ts';
import { callMails } from '../call-mails.ts';
import { mails } from '../mails.ts';
import { office } from '../office.ts';
import * as accompagnement from '../pages/accompagnement.ts';
import * as agency from '../pages/agency.ts';
import { audit } from '../pages/audit.ts';
import { auditLive } from '../pages/audit-live.ts';
import * as introduction from '../pages/introduction.ts';
import { linkPages } from '../pages/link-pages.ts';
import * as partner from '../pages/partner.ts';
import { rendezVous } from '../pages/rendez-vous.ts';
import * as sales from '../pages/sales.ts';
import * as validation from '../pages/validation.ts';
import { promises } from './promises.ts';

/**
 * What sounds like a promise to somebody who left a name: an audit, a call or an answer from us, a delay, an erasure.
 * The 48 hours of the offer are owed by contract, not for a yes.
 */
const PROMISING =
  /\baudit|nous vous (r?appelons|répondons|écrivons|envoyons|montrons)|vous (r?appelle|répond|parvient|recevrez)|au plus tard|dans (les|l’|une) ?(\d+\s(jours|heures|minutes)|heure|journée)|\bsous \d+|efface/iu;

const { event, ...booking } = rendezVous;
const pages = { accompagnement, agency, booking, introduction, partner, sales, validation };
/** That nothing is left says what is, and promises nothing. */
const { gone: _gone, ...erasure } = linkPages.erasure;
const toVisitors = {
  ...pages,
  visitor: mails.visitor,
  audit: [auditLive.form.by, auditLive.live.by, audit.faults.byMail, audit.faults.failedPromised],
  guess: GUESS_ENDED,
  erasure,
  call: { mails: callMails.visitor, event: event.visitor },
};

/** Every text of a content module, with an ellipsis for whatever is filled in. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return textsOf(value('…', '…', '…'));
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const tracked = new Set<string>(Object.values(promises).flatMap(({ words }) => words));

describe.each(Object.entries(toVisitors))('%s', (_name, content) => {
  it('promises nothing that no entry tracks', () => {
    const promising = textsOf(content).filter((text) => PROMISING.test(text));
    expect(promising.filter((text) => !tracked.has(text))).toEqual([]);
  });
});

it('every sentence that is tracked stands on a page or in a mail', () => {
  const shown = new Set(textsOf(toVisitors));
  expect([...tracked].filter((text) => !shown.has(text))).toEqual([]);
});

it('an erasure is owed within the days that the page names', () => {
  const { days } = promises.erasure.within;
  expect(linkPages.erasure.text).toContain(`dans les ${days}\u00a0jours`);
  const asked = Date.parse('2026-11-24T09:00:00Z');
  expect(new Date(deadlineOf(promises.erasure, asked, office)).toISOString()).toBe(
    '2026-12-24T09:00:00.000Z',
  );
});
