import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agency } from '#content/business.ts';
import { emailSlip } from '#content/email-slip.ts';
import { leadFields } from '#content/lead-fields.ts';
import { sales } from '#content/pages/sales.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { TYPED_FIELDS } from '#domain/lead-fields.ts';
import { FALLBACK_AFTER_MS } from '../../browser/later.ts';
import { goTo } from '../../browser/page-fade.ts';
import { type FormState, READY, type Sending } from '../../lead/form-state.ts';
import { lastLead, noteAnswer, rememberLead } from '../../lead/last-lead.ts';
import { hydrate } from '../hydrate.ts';
import { Island } from '../Island.tsx';
import { handOverForm, sendFormsBeforeReact } from './before-react.ts';
import { LeadForm } from './LeadForm.island.tsx';

vi.mock('../../browser/page-fade.ts', () => ({ goTo: vi.fn() }));
vi.mock('../../lead/proof.ts', () => ({ proveWork: vi.fn() }));

const words = sales.form;
const name = () => screen.getByLabelText<HTMLInputElement>(leadFields.name.label);
const email = () => screen.getByLabelText<HTMLInputElement>(leadFields.email.label);
const button = () => screen.getByRole<HTMLButtonElement>('button');
const submit = () => screen.getByRole('button', { name: words.submit });
const describedBy = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;

/** A form whose sending does what the test says. */
function show(first: FormState = READY) {
  let state = first;
  let tells = false;
  const listeners = new Set<() => void>();
  const send = vi.fn(async () => {});
  const sending: Sending = {
    state: () => state,
    tells: () => tells,
    subscribe: (told) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    send,
  };
  const change = (next: FormState, nowTells = false) =>
    act(() => {
      state = next;
      tells = nowTells;
      for (const told of listeners) told();
    });
  render(<LeadForm idPrefix="page" contact={agency} sending={sending} />);
  return { send, change, user: userEvent.setup() };
}

describe('the lead form', () => {
  it('sends what was typed, once, and says that it does', async () => {
    const { send, change, user } = show();
    await user.type(name(), 'Claire');
    await user.type(email(), 'claire@exemple.ch');
    await user.click(button());
    expect(send).toHaveBeenCalledExactlyOnceWith(name().form);
    change({ kind: 'sending' });
    expect([button().disabled, button().textContent]).toEqual([true, words.submitting]);
    expect(name().form?.getAttribute('aria-busy')).toBe('true');
    change(READY);
    expect([button().disabled, button().textContent]).toEqual([false, words.submit]);
    expect([name().value, email().value]).toEqual(['Claire', 'claire@exemple.ch']);
  });

  it('sends no address that no mail can reach, and says so under it', async () => {
    const { send, user } = show();
    await user.type(name(), 'Anne');
    await user.type(email(), 'anne@exemple');
    await user.click(button());
    expect(send).not.toHaveBeenCalled();
    expect(describedBy(email())).toMatch(/la fin de l’adresse/);
    expect(document.activeElement).toBe(email());
    await user.type(email(), '.ch');
    await user.click(button());
    expect(send).toHaveBeenCalledOnce();
    expect(email().getAttribute('aria-invalid')).toBeNull();
  });

  it('proposes what was probably meant, mends it at a tap and forces nobody', async () => {
    const { send, user } = show();
    await user.type(name(), 'Anne');
    await user.type(email(), 'anne@gmial.com');
    await user.click(await screen.findByRole('button', { name: /Plutôt @gmail\.com/ }));
    expect([email().value, document.activeElement]).toEqual(['anne@gmail.com', email()]);
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await user.clear(email());
    await user.type(email(), 'anne@gmial.com');
    // Shown below a line that was left, it may not have been looked at: it stops the sending once, too.
    await screen.findByRole('button', { name: /Plutôt @gmail\.com/ });
    await user.click(submit());
    expect(send).not.toHaveBeenCalled();
    await user.click(submit());
    expect(send).toHaveBeenCalledOnce();
  });

  it.each([
    ['.anne@gmail.com', 'anne@gmail.com'],
    ['anne@exemple.ch/', 'anne@exemple.ch'],
  ])('asks once about %s, which hardly exists', async (typed, meant) => {
    const { send, user } = show();
    await user.type(name(), 'Anne');
    await user.type(email(), typed);
    // Browsers differ in what their own check lets through.
    fireEvent.submit(email().form as HTMLFormElement);
    expect(send).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: new RegExp(`Plutôt ${meant}`) }));
    expect(email().value).toBe(meant);
    fireEvent.submit(email().form as HTMLFormElement);
    expect(send).toHaveBeenCalledOnce();
  });

  it('waits once for a slip that is sent before it could be proposed, and not a second time', async () => {
    const { send, user } = show();
    await user.type(name(), 'Anne');
    await user.type(email(), 'anne@exemple.con');
    await user.click(submit());
    expect(send).not.toHaveBeenCalled();
    const proposed = screen.getByRole('button', { name: /Plutôt @exemple\.com/ });
    expect(document.activeElement).toBe(proposed);
    expect(proposed.closest('[role=status]')?.textContent).toContain(emailSlip.otherwise);
    await user.click(submit());
    expect(send).toHaveBeenCalledOnce();
    expect([email().value, screen.queryByText(emailSlip.otherwise)]).toEqual(['anne@exemple.con', null]);
    // Another slip is another question.
    await user.clear(email());
    await user.type(email(), 'anne@gmial.com{Enter}');
    expect(send).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: /Plutôt @gmail\.com/ }));
    await user.click(submit());
    expect([send.mock.calls.length, email().value]).toEqual([2, 'anne@gmail.com']);
  });

  it('tells of a kept lead that was refused, in whatever tab', async () => {
    show();
    rememberLead({ id: 'x', name: 'Anne', email: 'anne@exemple' });
    act(() => noteAnswer('x', { kind: 'refused', errors: [] }));
    expect(screen.getByText(words.news.refused)).toBeTruthy();
  });

  it('takes nothing that is said of a kept lead for news of the one that was typed in this tab', () => {
    rememberLead({ id: 'typed', name: 'Anne', email: 'anne@exemple.ch' });
    const before = lastLead();
    noteAnswer('kept before', { kind: 'acknowledged', reference: 'of somebody else' });
    expect(lastLead()).toEqual(before);
    noteAnswer('typed', { kind: 'acknowledged', reference: 'their own' });
    expect(lastLead()).toMatchObject({ leadId: 'typed', reference: 'their own' });
  });

  it.each(TYPED_FIELDS)('has a line for the %s, and says its fault under it', (field) => {
    const { change } = show();
    const line = screen.getByLabelText(leadFields[field].label);
    expect(line.getAttribute('name')).toBe(field);
    change({ kind: 'invalid', errors: [{ field, message: 'Refusé.' }] });
    expect([describedBy(line), document.activeElement]).toEqual(['Refusé.', line]);
  });

  it('says each fault under its field, the others for the whole form, and puts the focus on the first', () => {
    const { change } = show();
    const errors = [
      { field: 'email', message: 'Cette adresse est refusée.' },
      { field: 'name', message: 'Ce nom est refusé.' },
      { field: 'id', message: 'Ce numéro est refusé.' },
    ];
    change({ kind: 'invalid', errors });
    for (const [input, message] of [
      [name(), 'Ce nom est refusé.'],
      [email(), 'Cette adresse est refusée.'],
    ] as const) {
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(describedBy(input)).toBe(message);
    }
    expect(screen.getByRole('alert').textContent).toBe('Ce numéro est refusé.');
    expect(document.activeElement).toBe(email());
    change({ kind: 'sending' });
    expect([name().getAttribute('aria-invalid'), screen.getByRole('alert').textContent]).toEqual([null, '']);
  });

  it('says that it failed, and puts the focus on what sends again', () => {
    show({ kind: 'sending' }).change({ kind: 'failed' });
    expect(screen.getByRole('alert').textContent).toBe(words.failed);
    expect(document.activeElement).toBe(button());
  });

  it('says while it waits whether the server or the connection is away', () => {
    rememberLead({ id: 'a', name: 'Claire', email: 'claire@exemple.ch' });
    localStorage.setItem('pending_leads', '[{"leadId":"a"}]');
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show().change({ kind: 'kept' });
    const said = () => document.querySelector('[data-lead-news]')?.textContent;
    expect(said()).toContain(words.news.offline);
    isOnline.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    expect(said()).toContain(words.news.waiting);
    isOnline.mockRestore();
    localStorage.clear();
  });

  it('tells what became of the lead of this tab once the page says so', () => {
    rememberLead({ id: 'a', name: 'Claire', email: 'claire@exemple.ch' });
    const { change } = show();
    expect(screen.queryByText(words.news.received)).toBeNull();
    change(READY, true);
    expect(screen.getByText(words.news.received)).toBeTruthy();
    expect(screen.getByRole('link', { name: words.news.next }).getAttribute('href')).toBe(
      '/introduction?name=Claire&email=claire%40exemple.ch',
    );
  });
});

describe('before and after React comes', () => {
  const answers = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();
  const complaints = vi.spyOn(console, 'error');
  let island: HTMLElement;

  beforeEach(() => {
    vi.stubGlobal('fetch', answers);
    document.body.innerHTML = renderToString(
      <Island name="LeadForm" of={LeadForm} props={{ idPrefix: 'page', contact: agency }} />,
    );
    island = document.querySelector('[data-island]') as HTMLElement;
    sendFormsBeforeReact();
  });
  afterEach(() => {
    expect(complaints).not.toHaveBeenCalled();
    document.body.innerHTML = '';
    localStorage.clear();
    answers.mockReset();
    vi.mocked(goTo).mockReset();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const takeOver = () => act(() => hydrate(island, LeadForm as never, handOverForm(island)));
  const fill = () => {
    name().value = 'Claire';
    email().value = 'claire@exemple.ch';
  };
  const submit = () => name().form?.requestSubmit();
  const sent = () => answers.mock.calls.length;
  const pendingLeads = () => JSON.parse(localStorage.getItem('pending_leads') ?? '[]') as unknown[];
  const waitForAnswer = () => vi.waitFor(() => expect(sent()).toBe(1));
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });

  it('keeps what was typed, the focus and the selection', async () => {
    fill();
    name().focus();
    name().setSelectionRange(2, 4);
    takeOver();
    expect([name().value, email().value]).toEqual(['Claire', 'claire@exemple.ch']);
    expect(document.activeElement).toBe(name());
    expect([name().selectionStart, name().selectionEnd]).toEqual([2, 4]);
  });

  it('sends without React, and shows the same sending with it, which it does not repeat', async () => {
    answers.mockReturnValue(new Promise(() => {}));
    fill();
    submit();
    expect([button().disabled, button().textContent]).toEqual([true, words.submitting]);
    await waitForAnswer();
    takeOver();
    expect([button().disabled, button().textContent]).toEqual([true, words.submitting]);
    submit();
    submit();
    expect(sent()).toBe(1);
  });

  it('sends once with React', async () => {
    answers.mockReturnValue(new Promise(() => {}));
    takeOver();
    fill();
    submit();
    submit();
    await waitForAnswer();
    expect(button().textContent).toBe(words.submitting);
  });

  it('shows with React what was found wrong without it, and does not post the form afterwards', async () => {
    const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    posted.mockClear();
    const errors = [{ field: 'email', message: 'Cette adresse est refusée.' }];
    answers.mockResolvedValue(answer(422, { errors }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    fill();
    submit();
    // The page itself has the answer by now, and would post the form if React did not come.
    await vi.waitFor(() => expect(timers).toHaveBeenCalledWith(expect.any(Function), FALLBACK_AFTER_MS));
    takeOver();
    await vi.waitFor(() => expect(describedBy(email())).toBe('Cette adresse est refusée.'));
    expect([button().disabled, document.activeElement]).toEqual([false, email()]);
    await vi.advanceTimersByTimeAsync(FALLBACK_AFTER_MS);
    expect(posted).not.toHaveBeenCalled();
    expect(goTo).not.toHaveBeenCalled();
  });

  it('asks with React whether an address is a slip that was sent without it, and one press insists', async () => {
    const asked = { field: HIDDEN_FIELDS.asked, message: emailSlip.asked('claire@gmail.com') };
    answers.mockResolvedValue(answer(422, { errors: [asked] }));
    fill();
    email().value = 'claire@gmial.com';
    submit();
    await waitForAnswer();
    await new Promise((resolve) => setTimeout(resolve));
    takeOver();
    const proposed = await screen.findByRole('button', { name: /Plutôt @gmail\.com/ });
    expect([document.activeElement, describedBy(email())]).toEqual([proposed, undefined]);
    expect([email().value, pendingLeads()]).toEqual(['claire@gmial.com', []]);
    answers.mockReturnValue(new Promise(() => {}));
    submit();
    await vi.waitFor(() => expect(sent()).toBe(2));
    // The server asks whoever says of no address that it was asked about.
    const bodies = answers.mock.calls.map(([, { body }]) => JSON.parse(String(body)).adresse);
    expect(bodies).toEqual(['', 'claire@gmial.com']);
  });

  it('posts a refused form as without JavaScript when React does not come', async () => {
    const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    answers.mockResolvedValue(answer(422, { errors: [{ field: 'email', message: 'Non.' }] }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fill();
    submit();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(1));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(posted).toHaveBeenCalledOnce();
  });
});
