import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { someTimes } from './BookingForm.states.tsx';
import type { Notes, UnderWay } from './book-once.ts';
import type { BookedCall } from './booked-call.ts';
import type { BookingAnswer, FreeTimes } from './booking-api.ts';
import { type BookingDeps, OwnBooking } from './OwnBooking.island.tsx';

const PAGE = '/rendez-vous/abcdefghijklmnopqrstuvwxyz012345';
const BOOKED: BookingAnswer = { kind: 'booked', page: PAGE };
const starts = someTimes.kind === 'known' ? someTimes.starts : [];

/** What is under way, in memory. */
function notesOf(underWay?: UnderWay): Notes {
  let now = underWay;
  return {
    read: () => now,
    write: (next) => {
      now = next;
    },
  };
}

/** The island before a server that gives these answers, one after the other. */
function open(
  answers: BookingAnswer[] = [BOOKED],
  overrides: Partial<BookingDeps> = {},
  builtPage?: HTMLElement,
) {
  const deps = {
    readTimes: vi.fn(async (): Promise<FreeTimes> => someTimes),
    post: vi.fn(async (..._sent: Parameters<BookingDeps['post']>) => answers.shift() ?? BOOKED),
    prove: vi.fn(async () => 'preuve'),
    visitorZone: () => 'Europe/Zurich',
    prefill: () => ({ name: 'Zoé Müller', email: 'zoe@exemple.ch' }),
    reference: () => 'signed',
    notes: notesOf(),
    call: { remember: vi.fn(), now: vi.fn(async (): Promise<BookedCall | 'over' | undefined> => undefined) },
    go: vi.fn(),
    ...overrides,
  };
  const island = (
    <OwnBooking words={rendezVous.island} mostADay={14} writeTo="bonjour@exemple.ch" deps={deps} />
  );
  render(island, builtPage && { container: builtPage, hydrate: true });
  return { ...deps, post: vi.mocked(deps.post), user: userEvent.setup() };
}

const phone = () => screen.getByLabelText<HTMLInputElement>(rendezVous.island.phone);
const email = () => screen.getByLabelText<HTMLInputElement>(rendezVous.island.email);
const submit = () => screen.getByRole('button', { name: /^Réserv/ });
const hour = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('radio', { name });

async function fillIn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(await hour('9h30'));
  await user.type(phone(), '021 555 01 48');
}

/** The test's browser has no layout to scroll. */
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

describe('the booking in step 2', () => {
  it('books what was chosen and typed, for the lead, and goes to the call’s page', async () => {
    const { user, post, go, call } = open();
    await fillIn(user);
    expect(submit().textContent).toContain('Réserver mardi 24\u00a0novembre, 9h30');
    await user.click(submit());
    const asked = {
      start: '2026-11-24T08:30:00Z',
      name: 'Zoé Müller',
      email: 'zoe@exemple.ch',
      phone: '021 555 01 48',
      timeZone: 'Europe/Zurich',
      lead: 'signed',
    };
    const id = expect.stringMatching(/^[\da-f-]{14}4[\da-f-]{21}$/);
    expect(post).toHaveBeenCalledExactlyOnceWith(id, asked, 'preuve');
    expect(go).toHaveBeenCalledExactlyOnceWith(PAGE);
    expect(call.remember).toHaveBeenCalledExactlyOnceWith(PAGE);
    expect(screen.getByRole('link', { name: rendezVous.island.bookedLink })).toHaveProperty('pathname', PAGE);
    expect(screen.getByText(rendezVous.island.booked).role).toBe('status');
  });

  it('proves its work from the first chosen hour on, anew for each try, and books without a proof too', async () => {
    const proofs = ['une', ''];
    const prove = vi.fn(async () => proofs.shift() ?? 'trop');
    const { user, post } = open([{ kind: 'silent' }], { prove });
    await user.click(await hour('9h00'));
    await fillIn(user);
    expect(prove).toHaveBeenCalledTimes(1);
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(rendezVous.island.silent));
    await user.click(submit());
    await waitFor(() => expect(post.mock.calls.map(([, , proof]) => proof)).toEqual(['une', '']));
  });

  it('says of a call that has to wait that it waits, and shows its page', async () => {
    const { user, go } = open([{ kind: 'booked', page: PAGE, held: true }]);
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(rendezVous.island.held));
    expect(go).toHaveBeenCalledExactlyOnceWith(PAGE);
  });

  it('sends once, however often the button is pressed', async () => {
    let answer: (answer: BookingAnswer) => void = () => {};
    const post = vi.fn(
      () =>
        new Promise<BookingAnswer>((resolve) => {
          answer = resolve;
        }),
    );
    const { user } = open([], { post });
    await fillIn(user);
    await user.dblClick(submit());
    await user.keyboard('{Enter}');
    expect(post).toHaveBeenCalledOnce();
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(submit());
    answer(BOOKED);
    await screen.findByRole('link', { name: rendezVous.island.bookedLink });
  });

  it('has one group of radio buttons for the days and one for the hours of a day, which arrows move in', async () => {
    const { user } = open();
    const days = await screen.findByRole('group', { name: rendezVous.island.day });
    expect(within(days).getAllByRole('radio')).toHaveLength(5);
    expect(screen.getByRole('group', { name: 'Heures libres, mardi 24\u00a0novembre' })).toBeTruthy();
    within(days).getByRole('radio', { name: 'mardi 24\u00a0novembre' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('group', { name: 'Heures libres, mercredi 25\u00a0novembre' })).toBeTruthy();
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(submit().textContent).toContain('mercredi 25\u00a0novembre');
    await user.click(screen.getByRole('button', { name: rendezVous.island.later }));
    expect(within(days).getAllByRole('radio')).toHaveLength(1);
    expect(submit().textContent).toContain('mercredi 25\u00a0novembre');
    await user.click(screen.getByRole('button', { name: rendezVous.island.later }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: rendezVous.island.later }));
  });

  it('shows the visitor’s hours, and the office’s where they differ', async () => {
    open([], { visitorZone: () => 'America/New_York' });
    expect(await hour('3h00 9h00')).toHaveProperty('value', '2026-11-24T08:00:00Z');
    expect(screen.getByText('Vos heures (New York). Au-dessous, celles de la Suisse.')).toBeTruthy();
  });

  it('offers the next hours at once when one is taken, keeps what was typed, and forgets the one that is gone', async () => {
    const next = starts.filter((start) => start > '2026-11-25T08:30:00Z');
    let readAgain: (times: FreeTimes) => void = () => {};
    const again = new Promise<FreeTimes>((resolve) => {
      readAgain = resolve;
    });
    const readTimes = vi
      .fn<() => Promise<FreeTimes>>()
      .mockResolvedValueOnce(someTimes)
      .mockReturnValue(again);
    const { user, post } = open([{ kind: 'taken', detail: rendezVous.faults.taken, starts: next }, BOOKED], {
      readTimes,
    });
    await user.click(await screen.findByRole('radio', { name: 'mercredi 25\u00a0novembre' }));
    await fillIn(user);
    await user.click(submit());
    const said = await screen.findByText(rendezVous.faults.taken);
    expect(said.role).toBe('alert');
    // Above the times that are offered, of which the next one has the focus.
    expect(said.compareDocumentPosition(await hour('10h00'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(document.activeElement).toBe(await hour('10h00'));
    expect(await hour('9h00')).toBeTruthy();
    readAgain(someTimes);
    expect(document.activeElement).toBe(await hour('10h00'));
    expect(screen.getByRole('group', { name: 'Heures libres, mercredi 25\u00a0novembre' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: '9h30' })).toBeNull();
    expect(phone().value).toBe('021 555 01 48');
    await user.click(await hour('10h00'));
    await user.click(submit());
    expect(post.mock.lastCall).toEqual([
      expect.any(String),
      expect.objectContaining({ start: '2026-11-25T09:00:00Z' }),
      'preuve',
    ]);
  });

  it('keeps the chosen day when a time of it is taken, and goes on to the next where none is left', async () => {
    const wednesday = starts.filter((start) => start.startsWith('2026-11-25'));
    const next = starts.filter((start) => start >= '2026-11-26');
    const times = { ...someTimes, starts: starts.filter((start) => start !== wednesday[3]) } as FreeTimes;
    const { user } = open(
      [
        { kind: 'taken', detail: rendezVous.faults.taken, starts: next },
        { kind: 'taken', detail: rendezVous.faults.taken, starts: next.slice(1) },
      ],
      { readTimes: async () => times },
    );
    await user.click(await screen.findByRole('radio', { name: 'mercredi 25\u00a0novembre' }));
    await user.click(await hour('10h00'));
    await user.click(submit());
    await screen.findByText(rendezVous.faults.taken);
    // Nothing is free after it that day: what is free before it is shown, and has the focus.
    expect(screen.getByRole('group', { name: 'Heures libres, mercredi 25\u00a0novembre' })).toBeTruthy();
    expect(document.activeElement).toBe(await hour('9h00'));
    await user.click(await screen.findByRole('radio', { name: 'jeudi 26\u00a0novembre' }));
    await user.click(await hour('9h00'));
    await user.click(submit());
    await waitFor(async () => expect(document.activeElement).toBe(await hour('9h30')));
    expect(screen.getByRole('group', { name: 'Heures libres, jeudi 26\u00a0novembre' })).toBeTruthy();
  });

  it('says that nothing is left that day, and shows the next', async () => {
    const left = starts.filter((start) => start === '2026-11-25T08:00:00Z' || start > '2026-11-26');
    const next = left.slice(1);
    const { user } = open([{ kind: 'taken', detail: rendezVous.faults.taken, starts: next }], {
      readTimes: async () => ({ ...someTimes, starts: left }) as FreeTimes,
    });
    await user.click(await hour('9h00'));
    await user.click(submit());
    const said = await screen.findByText(rendezVous.faults.taken, { exact: false });
    expect(said.textContent).toBe(`${rendezVous.faults.taken} Il n’y en a plus mercredi 25\u00a0novembre.`);
    expect(screen.getByRole('group', { name: 'Heures libres, jeudi 26\u00a0novembre' })).toBeTruthy();
    expect(document.activeElement).toBe(await hour('9h00'));
  });

  it('shows the call that was booked in this tab to whoever comes back, and the form once it is cancelled', async () => {
    const call: BookedCall = {
      page: PAGE,
      start: starts[1] ?? '',
      timeZone: 'Europe/Zurich',
      phone: '+41 79 555 01 48',
    };
    const now = vi
      .fn<() => Promise<BookedCall | 'over' | undefined>>()
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
    expect(email().value).toBe('zoe@exemple.ch');
  });

  it('keeps the time that was chosen in the page before its code came', async () => {
    const page = document.createElement('div');
    page.innerHTML = renderToString(
      <OwnBooking words={rendezVous.island} mostADay={14} writeTo="bonjour@exemple.ch" />,
    ).replace(
      'data-times-ahead="">',
      `data-times-ahead=""><input type="radio" name="day" value="2026-11-25" checked><input type="radio" name="start" value="${starts[6]}" checked>`,
    );
    const complaints = vi.spyOn(console, 'error');
    document.body.append(page);
    page.querySelector<HTMLElement>('[name=start]')?.focus();
    open([], {}, page);
    await screen.findByRole('group', { name: 'Heures libres, mercredi 25\u00a0novembre' });
    expect(await hour('10h00')).toHaveProperty('checked', true);
    expect(document.activeElement).toBe(await hour('10h00'));
    expect(submit().textContent).toContain('mercredi 25\u00a0novembre, 10h00');
    expect(complaints).not.toHaveBeenCalled();
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
    ['no network', { kind: 'silent' }, rendezVous.island.silent],
  ])('%s: says what to do and loses nothing', async (_case, answer, words) => {
    const { user, post } = open([answer, BOOKED]);
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
        .fn<() => Promise<FreeTimes>>()
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
