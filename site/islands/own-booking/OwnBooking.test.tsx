import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { someTimes } from './BookingForm.states.tsx';
import type { BookingAnswer, FreeTimesAnswer } from './booking-api.ts';
import {
  BOOKED,
  fillIn,
  hour,
  open,
  PAGE,
  pageWithTimes,
  phone,
  starts,
  submit,
} from './OwnBooking.bench.tsx';
import type { OwnBookingDeps } from './OwnBooking.island.tsx';

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
    expect(screen.getByText('Vos heures (New York). En dessous, celles de la Suisse.')).toBeTruthy();
  });

  it('offers the next hours at once when one is taken, keeps what was typed, and forgets the one that is gone', async () => {
    const next = starts.filter((start) => start > '2026-11-25T08:30:00Z');
    let readAgain: (times: FreeTimesAnswer) => void = () => {};
    const again = new Promise<FreeTimesAnswer>((resolve) => {
      readAgain = resolve;
    });
    const readTimes = vi
      .fn<() => Promise<FreeTimesAnswer>>()
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
    const times = {
      ...someTimes,
      starts: starts.filter((start) => start !== wednesday[3]),
    } as FreeTimesAnswer;
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
      readTimes: async () => ({ ...someTimes, starts: left }) as FreeTimesAnswer,
    });
    await user.click(await hour('9h00'));
    await user.click(submit());
    const said = await screen.findByText(rendezVous.faults.taken, { exact: false });
    expect(said.textContent).toBe(`${rendezVous.faults.taken} Il n’y en a plus mercredi 25\u00a0novembre.`);
    expect(screen.getByRole('group', { name: 'Heures libres, jeudi 26\u00a0novembre' })).toBeTruthy();
    expect(document.activeElement).toBe(await hour('9h00'));
  });
});

describe('the times that the server wrote into the page', () => {
  const SILENT: BookingAnswer = { kind: 'silent' };
  /** What the form was posted with as without a script. */
  const postings = () => {
    const posted: Record<string, unknown>[] = [];
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const formData = new FormData(this);
      this.dispatchEvent(Object.assign(new Event('formdata'), { formData }));
      posted.push(Object.fromEntries(formData));
    });
    return posted;
  };
  const ahead = (start = '') => screen.findByRole<HTMLInputElement>('radio', { name: start });
  const inPage = { name: 'Zoé Müller', email: 'zoe@exemple.ch', phone: '021 555 01 48', lead: 'signed' };

  it.each<[string, OwnBookingDeps['readTimes']]>([
    ['cannot be read', async () => ({ kind: 'unreadable' })],
    ['do not come', () => new Promise(() => {})],
  ])(
    'stay while others %s, and are posted at one press when nothing of a script comes through',
    async (_case, readTimes) => {
      const posted = postings();
      const { user, post } = open(
        [SILENT, SILENT],
        { readTimes },
        pageWithTimes({ chosen: starts[1] ?? '' }),
      );
      await user.type(phone(), '021 555 01 48');
      await user.click(await ahead(starts[2]));
      expect(await ahead(starts[2])).toHaveProperty('checked', true);
      expect(submit().textContent).toContain('Réserver mardi 24\u00a0novembre, 10h00');
      expect(screen.queryByText(rendezVous.island.unreadable)).toBeNull();
      await user.click(submit());
      await waitFor(() => expect(posted).toHaveLength(1));
      const [[id] = []] = post.mock.calls;
      expect(posted).toEqual([
        { ...inPage, adresse: '', id, start: starts[2], day: '2026-11-24', timeZone: 'Europe/Zurich' },
      ]);
    },
  );

  it('say quietly that the others could not be read, and read them when asked', async () => {
    const readTimes = vi
      .fn<() => Promise<FreeTimesAnswer>>()
      .mockResolvedValueOnce({ kind: 'unreadable' })
      .mockResolvedValue(someTimes);
    const { user } = open([], { readTimes }, pageWithTimes({ chosen: starts[1] ?? '' }));
    const said = await screen.findByText(/Autres jours/);
    expect(said.role).toBe('status');
    await user.click(screen.getByRole('button', { name: rendezVous.island.readOthers }));
    expect(await hour('9h30')).toHaveProperty('checked', true);
  });

  it('are no answer for another day, whose times are not known', async () => {
    const posted = postings();
    const readTimes = () => new Promise<never>(() => {});
    const { user, post } = open([SILENT, SILENT], { readTimes }, pageWithTimes());
    await user.click(await ahead(starts[1]));
    await user.click(await screen.findByRole('radio', { name: '2026-11-25' }));
    await user.click(submit());
    await waitFor(() => expect(posted).toMatchObject([{ day: '2026-11-25', start: '' }]));
    expect(post.mock.lastCall?.[1].start).toBe('');
  });

  it('are posted as without a script after 15 s without an answer, unless the page cannot be reached', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const posted = postings();
    const reaches = vi.fn(async () => true).mockResolvedValueOnce(false);
    const { user } = open([], { post: () => new Promise(() => {}), reaches });
    await fillIn(user);
    await user.click(submit());
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    expect([reaches.mock.calls.length, posted]).toEqual([1, []]);
    await user.click(submit());
    await act(() => vi.advanceTimersByTimeAsync(14_000));
    expect(posted).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1_100));
    expect(posted).toMatchObject([{ ...inPage, start: starts[1] }]);
    vi.useRealTimers();
  });
});
