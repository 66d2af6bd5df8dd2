import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { someTimes } from './BookingForm.states.tsx';
import { type BookedCallNote, type CallElsewhere, onCallElsewhere, tellTabs } from './booked-call.ts';
import type { BookingAnswer, FreeTimesAnswer } from './booking-api.ts';
import {
  BOOKED,
  email,
  fillIn,
  hour,
  notesOf,
  open,
  PAGE,
  pageWithTimes,
  phone,
  starts,
  submit,
} from './OwnBooking.bench.tsx';

/** The test's browser has no layout to scroll. */
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

describe('the booking in step 2, for whoever comes back or mistypes', () => {
  it('shows the call that was booked in this tab to whoever comes back, and the form once it is cancelled', async () => {
    const call: BookedCallNote = {
      page: PAGE,
      start: starts[1] ?? '',
      timeZone: 'Europe/Zurich',
      phone: '+41 79 555 01 48',
    };
    const now = vi
      .fn<() => Promise<BookedCallNote | 'over' | undefined>>()
      .mockResolvedValueOnce(call)
      .mockResolvedValue('over');
    open([], { call: { remember: vi.fn(), now } });
    const title = await screen.findByRole('heading', { name: 'mardi 24\u00a0novembre 9h30' });
    expect(title).toBeTruthy();
    expect(screen.getByText(/vous appelle/).textContent).toContain('+41\u00a079\u00a0555\u00a001\u00a048');
    expect(screen.queryByRole('button', { name: /^Réserv/ })).toBeNull();
    // Kept by the browser as it was, and shown again after the call was cancelled.
    const shown = new Event('pageshow');
    Object.assign(shown, { persisted: true });
    act(() => void dispatchEvent(shown));
    expect(await hour('9h30')).toBeTruthy();
    await waitFor(() => expect(email().value).toBe('zoe@exemple.ch'));
  });

  const taken: BookingAnswer = { kind: 'taken', detail: rendezVous.faults.taken, starts: starts.slice(2) };
  const own: CallElsewhere = { page: PAGE, start: starts[1] ?? '', email: 'zoe@exemple.ch' };

  it.each([
    ['before the answer', own, true],
    ['after the answer', own, false],
    ['of somebody else', { ...own, email: 'luc@exemple.ch' }, false],
    ['at another hour', { ...own, start: starts[0] ?? '' }, true],
  ])(
    'leads to the call that another tab has booked at that hour, and to no other (told %s)',
    async (_case, told, isEarly) => {
      const now = vi
        .fn<() => Promise<BookedCallNote | 'over' | undefined>>()
        .mockResolvedValueOnce(undefined)
        .mockResolvedValue({ page: PAGE, start: own.start, timeZone: 'Europe/Zurich' });
      const heard = vi.fn((_listener: (call: CallElsewhere) => void) => () => {});
      const call = { remember: vi.fn(), now };
      const { user } = open([taken], { call, tabs: { tell: vi.fn(), heard } });
      const hear = () => act(() => heard.mock.lastCall?.[0](told));
      await fillIn(user);
      if (isEarly) hear();
      await user.click(submit());
      if (!isEarly) {
        await screen.findByText(rendezVous.faults.taken);
        hear();
      }
      if (told === own) {
        const link = await screen.findByRole('link', { name: rendezVous.island.bookedLink });
        expect(link).toHaveProperty('pathname', PAGE);
        expect(screen.getByText(rendezVous.island.booked).role).toBe('status');
        expect(call.remember).toHaveBeenCalledExactlyOnceWith(PAGE);
      } else {
        expect(await screen.findByText(rendezVous.faults.taken)).toBeTruthy();
        expect(call.remember).not.toHaveBeenCalled();
      }
    },
  );

  it('tells the other tabs of the call that it has booked', async () => {
    const { user, tabs } = open([BOOKED]);
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(tabs.tell).toHaveBeenCalledExactlyOnceWith(own));
  });

  it('tells them by a channel that is closed while the page is away', () => {
    const channels = new Set<{ onmessage?: (event: { data: unknown }) => void }>();
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        onmessage?: (event: { data: unknown }) => void;
        constructor() {
          channels.add(this);
        }
        postMessage(data: unknown) {
          for (const one of channels) if (one !== this) one.onmessage?.({ data });
        }
        close() {
          channels.delete(this);
        }
      },
    );
    const heard = vi.fn();
    const stop = onCallElsewhere(heard);
    dispatchEvent(new Event('pagehide'));
    tellTabs(own);
    expect([heard.mock.calls, channels.size]).toEqual([[], 0]);
    dispatchEvent(new Event('pageshow'));
    tellTabs(own);
    expect(heard).toHaveBeenCalledExactlyOnceWith(own);
    stop();
    vi.unstubAllGlobals();
  });

  it('keeps the time that was chosen in the page before its code came', async () => {
    const page = pageWithTimes({ chosen: starts[2] ?? '' });
    const complaints = vi.spyOn(console, 'error');
    page.querySelector<HTMLElement>('[name=start]:checked')?.focus();
    open([], {}, page);
    await screen.findByRole('group', { name: 'Heures libres, mardi 24\u00a0novembre' });
    expect(await hour('10h00')).toHaveProperty('checked', true);
    expect(document.activeElement).toBe(await hour('10h00'));
    expect(submit().textContent).toContain('mardi 24\u00a0novembre, 10h00');
    expect(complaints).not.toHaveBeenCalled();
  });

  it('proposes what was probably meant where no lead brought the address, and forces nobody', async () => {
    const { user, post } = open([BOOKED], { prefill: () => ({}) });
    await fillIn(user);
    await user.type(email(), 'zoe@gmial.com');
    await user.click(submit());
    expect(post).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Plutôt @gmail\.com/ }));
    await user.click(submit());
    await waitFor(() =>
      expect(post.mock.lastCall?.[1]).toMatchObject({ email: 'zoe@gmial.com', phone: '021 555 01 48' }),
    );
  });

  it('does not ask again about the address of the lead', async () => {
    const { user, post } = open([BOOKED], { prefill: () => ({ name: 'Zoé', email: 'zoe@gmial.com' }) });
    await fillIn(user);
    await user.click(submit());
    expect(post).toHaveBeenCalledOnce();
  });

  it('goes on by itself once the network is back, unless what was sent is being changed', async () => {
    const back = new Set<() => void>();
    const onBack = (listener: () => void) => {
      back.add(listener);
      return () => back.delete(listener);
    };
    const said = () => screen.getByRole('alert').textContent;
    const come = () => act(() => back.forEach((listener) => void listener()));
    const offline: BookingAnswer = { kind: 'silent', isOffline: true };
    const { user, post, go } = open([offline, offline, BOOKED], { onBack });
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(said()).toBe(rendezVous.island.offline));
    come();
    await waitFor(() => expect(post).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(said()).toBe(rendezVous.island.offline));
    await user.type(phone(), '9');
    expect(said()).toBe('');
    come();
    expect(post).toHaveBeenCalledTimes(2);
    await user.click(submit());
    await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(PAGE));
    const [[id, first] = [], [again, second] = []] = post.mock.calls;
    expect([again, second]).toEqual([id, first]);
  });

  it('says what is wrong under its field, and moves to the first', async () => {
    const errors = [
      { field: 'phone', message: 'Ce numéro n’est pas valable.' },
      { field: 'email', message: 'Deux appels sont déjà réservés.' },
    ];
    const { user } = open([
      { kind: 'refused', detail: rendezVous.faults.invalid(errors.length), errors },
      BOOKED,
    ]);
    await fillIn(user);
    await user.click(submit());
    await screen.findByText('Ce numéro n’est pas valable.');
    expect(document.activeElement).toBe(email());
    expect(email().getAttribute('aria-invalid')).toBe('true');
    const notes = phone().getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(notes.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Ce numéro n’est pas valable.',
      rendezVous.island.phoneHint,
    ]);
    await user.click(submit());
    expect(screen.queryByText('Ce numéro n’est pas valable.')).toBeNull();
  });

  it('asks of which country a number is, and books by the answer', async () => {
    const choices = [
      { label: 'Suisse', value: '+41 61 234 56 78' },
      { label: 'France', value: '+33 6 12 34 56 78' },
    ];
    const { swiss, french } = { swiss: '+41 61 234 56 78', french: '+33 6 12 34 56 78' };
    const message = rendezVous.faults.whichCountry(swiss, french);
    const { user, post } = open([
      { kind: 'refused', detail: rendezVous.faults.country, errors: [{ field: 'phone', message, choices }] },
      BOOKED,
    ]);
    await fillIn(user);
    await user.clear(phone());
    await user.type(phone(), '06 12 34 56 78');
    await user.click(submit());
    await screen.findByText(/^Suisse \(.+\) ou France \(.+\)/);
    await user.click(screen.getByRole('button', { name: 'France' }));
    await waitFor(() => expect(post).toHaveBeenCalledTimes(2));
    expect(post.mock.calls.map(([, { phone }]) => phone)).toEqual(['06 12 34 56 78', french]);
  });

  it('moves to the hours when none was chosen', async () => {
    const errors = [{ field: 'start', message: 'Choisissez une heure dans la liste.' }];
    const { user } = open([{ kind: 'refused', detail: rendezVous.faults.invalid(errors.length), errors }]);
    await hour('9h00');
    await user.click(submit());
    const group = screen.getByRole('group', { name: 'Heures libres, mardi 24\u00a0novembre' });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Choisissez une heure dans la liste.',
    );
    expect(document.activeElement).toBe(await hour('9h00'));
    await user.click(await hour('9h30'));
    expect(group.getAttribute('aria-describedby')).toBeNull();
  });

  it.each<[string, BookingAnswer, string]>([
    [
      '429',
      { kind: 'later', detail: rendezVous.faults.often, retryAfterS: 40, sure: true },
      'Réessayez dans 40 secondes',
    ],
    [
      '503',
      { kind: 'later', detail: rendezVous.faults.store, retryAfterS: 0, sure: false },
      rendezVous.faults.store,
    ],
    ['no answer', { kind: 'silent' }, rendezVous.island.silent],
    ['no network', { kind: 'silent', isOffline: true }, rendezVous.island.offline],
  ])('%s: says what to do and loses nothing', async (_case, answer, words) => {
    const { user, post } = open([answer, BOOKED], { reaches: async () => false });
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
    expect(document.activeElement).toBe(submit());
    expect(phone().value).toBe('021 555 01 48');
    await user.click(submit());
    const [first, second] = post.mock.calls;
    expect(second).toEqual(first);
  });

  it('lets go after 4 s of an answer that does not come, and takes the first that comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const waiting: ((answer: BookingAnswer) => void)[] = [];
    const post = vi.fn(() => new Promise<BookingAnswer>((resolve) => waiting.push(resolve)));
    const { user, go } = open([], { post });
    await fillIn(user);
    await user.click(submit());
    await act(() => vi.advanceTimersByTimeAsync(3_900));
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect([screen.getByRole('alert').textContent, submit().getAttribute('aria-disabled')]).toEqual([
      rendezVous.island.late,
      'false',
    ]);
    await user.click(submit());
    expect(post.mock.calls[1]).toEqual(post.mock.calls[0]);
    await act(async () => waiting[0]?.(BOOKED));
    await act(async () => waiting[1]?.({ kind: 'silent' }));
    expect(go).toHaveBeenCalledExactlyOnceWith(PAGE);
    expect(screen.getByText(rendezVous.island.booked).role).toBe('status');
    vi.useRealTimers();
  });

  it('sends again after a reload what has no answer, under the same id, and shows what was typed', async () => {
    const answers = {
      ...{ start: starts[1] ?? '', name: 'Zoé', email: 'zoe@exemple.ch', phone: '021 555 01 40' },
      timeZone: 'Europe/Zurich',
    };
    const notes = notesOf({ id: 'of-before', answers: [answers] });
    const { post, go } = open([{ kind: 'taken', detail: rendezVous.faults.taken, starts: [] }, BOOKED], {
      notes,
    });
    await screen.findByText(rendezVous.faults.taken, { exact: false });
    expect(post.mock.calls).toEqual([['of-before', answers, 'preuve']]);
    expect([phone().value, notes.read()]).toEqual(['021 555 01 40', undefined]);
    expect(go).not.toHaveBeenCalled();
  });

  it('shows after a reload the day of the time that was asked for', async () => {
    const answers = {
      ...{ start: '2026-12-01T08:30:00Z', name: 'Zoé', email: 'zoe@exemple.ch', phone: '021 555 01 40' },
      timeZone: 'Europe/Zurich',
    };
    open([], { notes: notesOf({ id: 'of-before', answers: [answers] }), post: () => new Promise(() => {}) });
    expect(await screen.findByRole('group', { name: 'Heures libres, mardi 1er\u00a0décembre' })).toBeTruthy();
    expect(await hour('9h30')).toHaveProperty('checked', true);
  });

  it('asks again for times that could not be read', async () => {
    const { user, readTimes } = open([], {
      readTimes: vi
        .fn<() => Promise<FreeTimesAnswer>>()
        .mockResolvedValueOnce({ kind: 'unreadable' })
        .mockResolvedValue(someTimes),
    });
    await user.click(await screen.findByRole('button', { name: rendezVous.island.readAgain }));
    expect(await hour('9h00')).toBeTruthy();
    expect(readTimes).toHaveBeenCalledTimes(2);
  });

  it('leaves alone what was typed before its code came', async () => {
    open([], { prefill: () => ({}) });
    expect(email().value).toBe('');
    expect(await hour('9h00')).toBeTruthy();
  });
});
