import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ADDRESS_REFUSED, STEP_LABELS, VISIT_ENDED } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { address, ask, open, PAGE, QUEUED, status } from './Audit.bench.tsx';
import { isDone, looksAt, waits } from './AuditPanel.states.tsx';
import type { AuditAnswer } from './audit-api.ts';

const LOST = /^La connexion est coupée/;
const fault = (message: string): AuditAnswer => ({
  ...{ kind: 'refused', detail: message },
  errors: [{ field: 'url', message }],
});

const button = () => screen.getByRole('button', { name: /Auditer|Envoi/ });
const steps = () => screen.getByRole('list', { name: audit.waiting.steps });
const step = () => steps().querySelector('[aria-current=step]')?.textContent ?? '';
const picture = () => screen.queryByRole('img', { name: audit.waiting.pictureAlt });

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
