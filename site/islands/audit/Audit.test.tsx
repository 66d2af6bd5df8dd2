import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ADDRESS_REFUSED, VISIT_ENDED } from '#content/audit.ts';
import { STEP_LABELS } from '#content/audit-steps.ts';
import { audit } from '#content/pages/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import type { AuditView } from '#domain/audit.ts';
import { Audit, type AuditDeps } from './Audit.island.tsx';
import { isDone, looksAt, waits } from './AuditPanel.states.tsx';
import type { AuditAnswer, AuditNews } from './audit-api.ts';

const PAGE = '/audit/abcdefghijklmnopqrstuvwxyz012345';
const QUEUED: AuditAnswer = { kind: 'queued', token: 'abcdefghijklmnopqrstuvwxyz012345', page: PAGE };
const NO_LEAD = { reference: undefined, isAsked: false, site: undefined };
const LOST = /^La connexion est coupée/;
const fault = (message: string): AuditAnswer => ({
  ...{ kind: 'refused', detail: message },
  errors: [{ field: 'url', message }],
});

/** The island before a service that gives these answers, one after the other. */
function open(answers: AuditAnswer[] = [QUEUED], overrides: Partial<AuditDeps> = {}) {
  let tell: (news: AuditNews) => void = () => {};
  const stop = vi.fn();
  const deps = {
    post: vi.fn(async () => answers.shift() ?? QUEUED),
    disown: vi.fn(async () => {}),
    lead: { read: () => NO_LEAD, onNews: () => () => {} },
    follow: vi.fn((_token: string, told: typeof tell) => {
      tell = told;
      return stop;
    }),
    prove: vi.fn(async () => 'preuve'),
    wait: () => new Promise<void>(() => {}),
    ...overrides,
  };
  const { unmount } = render(<Audit deps={deps} />);
  const hear = (news: AuditNews) => act(() => tell(news));
  return {
    ...deps,
    stop,
    unmount,
    hear,
    see: (view: AuditView) => hear({ kind: 'view', view }),
    user: userEvent.setup(),
  };
}

const address = () => screen.getByLabelText<HTMLInputElement>(audit.form.label);
const button = () => screen.getByRole('button', { name: /Auditer|Envoi/ });
const status = () => screen.getByRole('status');
const steps = () => screen.getByRole('list', { name: audit.waiting.steps });
const step = () => steps().querySelector('[aria-current=step]')?.textContent ?? '';
const picture = () => screen.queryByRole('img', { name: audit.waiting.pictureAlt });

async function ask({ user }: Pick<ReturnType<typeof open>, 'user'>, typed = 'exemple.ch'): Promise<void> {
  await user.type(address(), `${typed}{Enter}`);
}

it('sends what was typed with a proof of work, once, and follows it', async () => {
  let answer: (answer: AuditAnswer) => void = () => {};
  const post = vi.fn(() => new Promise<AuditAnswer>((resolve) => (answer = resolve)));
  const page = open([], { post });
  await page.user.type(address(), 'exemple.ch');
  expect(page.prove).toHaveBeenCalledOnce();
  await page.user.dblClick(button());
  expect([button().textContent, button().getAttribute('aria-disabled')]).toEqual([
    audit.live.sending,
    'true',
  ]);
  expect(document.activeElement).toBe(button());
  await waitFor(() =>
    expect(post).toHaveBeenCalledExactlyOnceWith({ url: 'exemple.ch', lead: '', proof: 'preuve' }),
  );
  await act(async () => answer(QUEUED));
  expect(page.follow).toHaveBeenCalledExactlyOnceWith(
    QUEUED.kind === 'queued' && QUEUED.token,
    expect.anything(),
  );
  expect(status().textContent).toBe(audit.waiting.queued(audit.waiting.soon));
});

it('lets go after 4 s of an answer that does not come, and follows the first that comes', async () => {
  const waits = new Map<number, () => void>();
  const wait = (ms: number) => new Promise<void>((resolve) => waits.set(ms, resolve));
  const answers: ((answer: AuditAnswer) => void)[] = [];
  const post = vi.fn(() => new Promise<AuditAnswer>((resolve) => answers.push(resolve)));
  const page = open([], { post, wait });
  await ask(page);
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await act(async () => waits.get(4_000)?.());
  expect([screen.getByRole('alert').textContent, button().getAttribute('aria-disabled')]).toEqual([
    auditLive.live.late,
    null,
  ]);
  await page.user.click(button());
  await waitFor(() => expect(post).toHaveBeenCalledTimes(2));
  await act(async () => answers[0]?.(QUEUED));
  await act(async () => answers[1]?.({ kind: 'silent' }));
  expect(page.follow).toHaveBeenCalledOnce();
  expect(screen.queryByText(auditLive.live.silent)).toBeNull();
});

it('goes without a proof that takes too long', async () => {
  const { post, user } = open([], { prove: () => new Promise(() => {}), wait: async () => {} });
  await ask({ user });
  expect(post).toHaveBeenCalledWith(expect.objectContaining({ proof: '' }));
});

it('shows how long it waits, each step in its order, the picture as soon as it is there, then the report', async () => {
  const page = open();
  await ask(page);
  page.see(waits(170));
  expect(status().textContent).toBe('Votre audit commence dans 3 minutes.');
  expect(step()).toBe('');
  page.see(looksAt('page'));
  expect(status().textContent).toBe('Nous regardons www.menuiserie-favre.ch');
  expect(step()).toBe(`3 sur 7 ${STEP_LABELS.page} (${audit.waiting.nowStep})`);
  expect(picture()).toBeNull();
  page.see(looksAt('phone', ['phone.webp']));
  expect(picture()).toHaveProperty('src', expect.stringMatching(`${PAGE}/phone.webp$`));
  expect(screen.getByRole('link').getAttribute('href')).toBe(PAGE);
  page.see(isDone(['desktop.webp', 'film-1.jpg', 'phone.webp']));
  expect(status().textContent).toBe(`${audit.live.ready} www.menuiserie-favre.ch`);
  expect(screen.getByRole('link', { name: audit.live.open }).getAttribute('href')).toBe(PAGE);
  expect(
    within(steps())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(
    Object.values(STEP_LABELS).map((label, at) => `${at + 1} sur 7 ${label} (${audit.waiting.doneStep})`),
  );
  expect(screen.getByRole('link', { name: audit.live.talk }).getAttribute('href')).toBe('#rendez-vous');
});

it('shows the site’s name in its own letters, as the report does', async () => {
  const page = open();
  await ask(page);
  page.see({ ...looksAt('page'), url: 'https://xn--caf-dma.example/', host: 'café.example' });
  expect(status().textContent).toBe('Nous regardons café.example');
});

it('reads out the step in one place alone, which has the focus in the form’s stead', async () => {
  const page = open();
  await ask(page);
  await waitFor(() => expect(document.activeElement).toBe(status()));
  page.see(looksAt('page'));
  const said = status().textContent;
  for (const next of ['legal', 'phone', 'desktop', 'report'] as const) page.see(looksAt(next));
  expect(status().textContent).toBe(said);
  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(document.activeElement).toBe(status());
});

it('says what is wrong under the field, keeps what was typed and goes there', async () => {
  const page = open([fault(ADDRESS_REFUSED['local-name']), QUEUED]);
  await ask(page, 'localhost');
  expect(document.activeElement).toBe(address());
  expect([address().value, address().getAttribute('aria-invalid')]).toEqual(['localhost', 'true']);
  const notes = address().getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(notes.map((id) => document.getElementById(id)?.textContent)).toEqual([
    ADDRESS_REFUSED['local-name'],
    audit.form.hint,
  ]);
  await page.user.type(address(), '{Enter}');
  expect(address().getAttribute('aria-invalid')).toBeNull();
  expect(page.prove).toHaveBeenCalledTimes(2);
});

it.each<[string, AuditAnswer, string]>([
  [
    '429 and 503',
    { kind: 'refused', detail: 'Réessayez dans 3 minutes.', errors: [] },
    'Réessayez dans 3 minutes.',
  ],
  ['no answer', { kind: 'silent' }, audit.live.silent],
  ['no network', { kind: 'silent', isOffline: true }, audit.live.offline],
])('%s: says what to do and loses nothing', async (_case, answer, words) => {
  const { user, post } = open([answer, QUEUED]);
  await user.type(address(), 'exemple.ch');
  await user.click(button());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));
  expect(document.activeElement).toBe(button());
  expect(address().value).toBe('exemple.ch');
  await user.click(button());
  expect(post).toHaveBeenCalledTimes(2);
});

it('says why a site could not be looked at, with the form again and the focus in it', async () => {
  const page = open();
  await ask(page);
  page.see(looksAt('connection'));
  page.see({ ...looksAt('connection'), state: 'refused', reason: VISIT_ENDED.parked });
  expect(screen.getByRole('alert').textContent).toBe(VISIT_ENDED.parked);
  expect(address().value).toBe('exemple.ch');
  expect(document.activeElement).toBe(address());
  expect(page.stop).toHaveBeenCalled();
});

it('takes the focus from nobody who is elsewhere', async () => {
  const elsewhere = document.body.appendChild(document.createElement('button'));
  const page = open();
  await ask(page);
  page.see(looksAt('connection'));
  elsewhere.focus();
  page.see({ ...looksAt('connection'), state: 'refused', reason: VISIT_ENDED.parked });
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});

it('says that it is cut off, and goes on', async () => {
  const page = open();
  await ask(page);
  page.see(looksAt('phone'));
  page.hear({ kind: 'lost' });
  expect(screen.getByText(LOST)).toBeTruthy();
  page.see(looksAt('desktop', ['phone.webp']));
  expect(screen.queryByText(LOST)).toBeNull();
  page.hear({ kind: 'gone', detail: audit.faults.missing });
  expect(screen.getByRole('alert').textContent).toBe(audit.faults.missing);
});

it('follows no longer when it leaves the page', async () => {
  const page = open();
  await ask(page);
  page.unmount();
  expect(page.stop).toHaveBeenCalledOnce();
});

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
