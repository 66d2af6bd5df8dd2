import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NO_ADDRESS } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { address, ask, NO_LEAD, open, QUEUED, status } from './Audit.bench.tsx';
import type { AuditDeps } from './Audit.island.tsx';
import { isDone, looksAt } from './AuditPanel.states.tsx';

const MY_LEAD = { reference: 'signée', isAsked: true, site: 'favre.ch' };
const BY = 'mercredi 25 novembre 2026 à 18:00';
const lead = (...known: ReturnType<AuditDeps['lead']['read']>[]) => {
  let told = () => {};
  return {
    read: () => (known.length > 1 ? known.shift() : known[0]) ?? NO_LEAD,
    onNews: (listener: () => void) => {
      told = listener;
      return () => {};
    },
    tell: () => act(async () => told()),
  };
};
const form = () => address().closest('.audit-box')?.classList.contains('is-form');

it('follows the audit that was asked for with the lead, with no touch, and says until when it comes', async () => {
  const page = open([{ ...QUEUED, by: BY }], { lead: lead(MY_LEAD) });
  expect(status().textContent).toBe('Nous ouvrons favre.ch');
  expect(form()).toBe(false);
  await waitFor(() => expect(page.follow).toHaveBeenCalledOnce());
  expect(page.post).toHaveBeenCalledWith({ url: '', lead: 'signée', proof: '' });
  expect(document.body.textContent).toContain(auditLive.live.by(BY));
  const found = { id: 'https', outcome: 'failed', sentence: 'Sans chiffrement.' } as const;
  page.see({ ...looksAt('phone'), findings: [found] });
  expect(screen.getByRole('list', { name: audit.live.findings }).textContent).toBe('Sans chiffrement.');
  expect(document.activeElement).toBe(document.body);
});

it('waits with the audit until the lead has left the browser, and asks once', async () => {
  const news = lead({ ...MY_LEAD, reference: undefined }, { ...MY_LEAD, reference: undefined }, MY_LEAD);
  const page = open([QUEUED], { lead: news });
  expect(status().textContent).toBe(audit.live.kept);
  // The lead leaves from this page: nobody is told to go.
  expect(document.body.textContent).not.toContain('quitter cette page');
  await news.tell();
  expect(page.post).not.toHaveBeenCalled();
  await news.tell();
  await news.tell();
  expect(page.post).toHaveBeenCalledOnce();
});

it.each([
  ['a mailbox that is no company’s', { kind: 'unknown', by: BY }, ''],
  [
    'a queue that is full',
    { kind: 'refused', detail: audit.faults.byMail(BY), errors: [], by: BY },
    audit.faults.byMail(BY),
  ],
] as const)(
  'asks for the address after %s, and says until when the audit comes',
  async (_case, answer, why) => {
    open([answer], { lead: lead({ ...MY_LEAD, site: undefined }) });
    await screen.findByText(auditLive.form.by(BY));
    expect(form()).toBe(true);
    expect(screen.getByRole('alert').textContent).toBe(why);
    expect(address().getAttribute('aria-invalid')).toBeNull();
    expect(address().value).toBe('');
  },
);

it('names the address as missing where the visitor asks without one, and the lead tells none', async () => {
  const unknown = { kind: 'unknown', by: BY } as const;
  const { user } = open([unknown, unknown], { lead: lead({ ...MY_LEAD, site: undefined }) });
  await screen.findByText(auditLive.form.by(BY));
  await user.click(address());
  await user.keyboard('{Enter}');
  await screen.findByText(NO_ADDRESS);
  expect(address().getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(audit.live.silent)).toBeNull();
});

it('lets the visitor refuse a site in one tap: it is told, and the form asks for another', async () => {
  const page = open([QUEUED, QUEUED], { lead: lead(MY_LEAD) });
  await waitFor(() => expect(page.follow).toHaveBeenCalledOnce());
  page.see(looksAt('page'));
  await page.user.click(screen.getByRole('button', { name: audit.live.notMine }));
  expect(page.disown).toHaveBeenCalledWith('abcdefghijklmnopqrstuvwxyz012345', 'signée');
  expect([form(), address().value, document.activeElement]).toEqual([true, '', address()]);
  await ask(page, 'rochat.ch');
  expect(page.post).toHaveBeenLastCalledWith({ url: 'rochat.ch', lead: '', proof: 'preuve' });
});

it('proposes the site that the guess has led to, to be confirmed', async () => {
  const page = open([QUEUED], { lead: lead(MY_LEAD) });
  await waitFor(() => expect(page.follow).toHaveBeenCalledOnce());
  const refused = { ...isDone(), state: 'refused', reason: audit.refused.why.elsewhere } as const;
  page.see({ ...refused, leadsTo: 'groupe-favre.ch' });
  expect([form(), address().value]).toEqual([true, 'groupe-favre.ch']);
  expect(screen.getByRole('alert').textContent).toBe(audit.refused.why.elsewhere);
});
