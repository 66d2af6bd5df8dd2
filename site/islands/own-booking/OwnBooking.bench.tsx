import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { vi } from 'vitest';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { someTimes } from './BookingForm.states.tsx';
import type { Notes, UnderWay } from './book-once.ts';
import type { BookedCallNote, CallElsewhere } from './booked-call.ts';
import type { BookingAnswer, FreeTimesAnswer } from './booking-api.ts';
import { OwnBooking, type OwnBookingDeps } from './OwnBooking.island.tsx';

export const PAGE = '/rendez-vous/abcdefghijklmnopqrstuvwxyz012345';
export const BOOKED: BookingAnswer = { kind: 'booked', page: PAGE };
export const starts = someTimes.kind === 'known' ? someTimes.starts : [];

/** What is under way, in memory. */
export function notesOf(underWay?: UnderWay): Notes {
  let now = underWay;
  return {
    read: () => now,
    write: (next) => {
      now = next;
    },
  };
}

/** The island before a server that gives these answers, one after the other. */
export function open(
  answers: BookingAnswer[] = [BOOKED],
  overrides: Partial<OwnBookingDeps> = {},
  builtPage?: HTMLElement,
) {
  const deps = {
    readTimes: vi.fn(async (): Promise<FreeTimesAnswer> => someTimes),
    post: vi.fn(async (..._sent: Parameters<OwnBookingDeps['post']>) => answers.shift() ?? BOOKED),
    prove: vi.fn(async () => 'preuve'),
    visitorZone: () => 'Europe/Zurich',
    prefill: () => ({ name: 'Zoé Müller', email: 'zoe@exemple.ch' }),
    reference: () => 'signed',
    notes: notesOf(),
    call: {
      remember: vi.fn(),
      now: vi.fn(async (): Promise<BookedCallNote | 'over' | undefined> => undefined),
    },
    tabs: { tell: vi.fn(), heard: vi.fn((_listener: (call: CallElsewhere) => void) => () => {}) },
    onBack: vi.fn((_listener: () => void) => () => {}),
    go: vi.fn(),
    reaches: vi.fn(async () => true),
    ...overrides,
  };
  const island = (
    <OwnBooking words={rendezVous.island} mostADay={14} writeTo="bonjour@exemple.ch" deps={deps} />
  );
  render(island, builtPage && { container: builtPage, hydrate: true });
  return { ...deps, post: vi.mocked(deps.post), user: userEvent.setup() };
}

/** The page as the server sends it, with the first times in it; `chosen` was chosen before the code came. */
export function pageWithTimes({ day = '2026-11-24', chosen = '' } = {}): HTMLElement {
  const page = document.createElement('div');
  const radio = (name: string, value: string, isOn: boolean) =>
    `<label>${value}<input type="radio" name="${name}" value="${value}" ${isOn ? 'checked' : ''}></label>`;
  const days = ['2026-11-24', '2026-11-25'].map((one) => radio('day', one, one === day));
  const hours = starts.slice(0, 4).map((start) => radio('start', start, start === chosen));
  page.innerHTML = renderToString(
    <OwnBooking words={rendezVous.island} mostADay={14} writeTo="bonjour@exemple.ch" />,
  ).replace('data-times-ahead="">', `data-times-ahead="">${[...days, ...hours].join('')}`);
  document.body.append(page);
  return page;
}

export const phone = () => screen.getByLabelText<HTMLInputElement>(rendezVous.island.phone);
export const email = () => screen.getByLabelText<HTMLInputElement>(rendezVous.island.email);
export const submit = () => screen.getByRole('button', { name: /^Réserv/ });
export const hour = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('radio', { name });

export async function fillIn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(await hour('9h30'));
  await user.type(phone(), '021 555 01 48');
}
