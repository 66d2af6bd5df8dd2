import type { FieldError } from '#domain/errors.ts';
import { isoDay } from '#domain/wall-clock.ts';
import type { BookingAnswer, FreeTimes } from './booking-api.ts';

/** All that a visitor sees of the booking, beside what they type. */
export interface BookingState {
  readonly phase: 'idle' | 'sending' | 'booked';
  readonly times: FreeTimes | { readonly kind: 'loading' };
  /** IANA time zone of the visitor. */
  readonly visitorZone: string;
  /** The chosen instant, empty while there is none. */
  readonly start: string;
  /** The day that is shown, `YYYY-MM-DD`; undefined: the first. */
  readonly day: string | undefined;
  readonly errors: readonly FieldError[];
  readonly problem: Problem | undefined;
  /** The call's own page, once it is booked. */
  readonly page: string | undefined;
  /** Whether the call waits for the owner's word. */
  readonly held: boolean;
}

/** Why nothing was booked, or why nobody knows. */
export type Problem =
  | { readonly kind: 'said'; readonly detail: string; readonly retryAfterS: number }
  | { readonly kind: 'taken'; readonly detail: string }
  /** `late`: no answer yet; `silent`: none came. */
  | { readonly kind: 'late' }
  | { readonly kind: 'silent' };

export type BookingEvent =
  | { readonly kind: 'timesAsked'; readonly visitorZone: string }
  | { readonly kind: 'timesRead'; readonly times: FreeTimes }
  | { readonly kind: 'dayShown'; readonly day: string }
  | { readonly kind: 'timeChosen'; readonly start: string }
  | { readonly kind: 'sent' }
  | { readonly kind: 'late' }
  | { readonly kind: 'answered'; readonly answer: BookingAnswer };

export const FIRST_STATE: BookingState = {
  phase: 'idle',
  times: { kind: 'loading' },
  visitorZone: 'UTC',
  start: '',
  day: undefined,
  errors: [],
  problem: undefined,
  page: undefined,
  held: false,
};

/** What a visitor sees after something happened. */
export function afterEvent(state: BookingState, event: BookingEvent): BookingState {
  switch (event.kind) {
    case 'timesAsked':
      return { ...state, visitorZone: event.visitorZone, times: { kind: 'loading' } };
    case 'timesRead':
      // Times that are shown already are better than none.
      if (event.times.kind === 'unreadable' && state.times.kind === 'known') return state;
      return { ...state, times: event.times };
    case 'dayShown':
      return { ...state, day: event.day };
    case 'timeChosen':
      return {
        ...state,
        start: event.start,
        day: event.start ? isoDay(Date.parse(event.start), state.visitorZone) : state.day,
        errors: state.errors.filter(({ field }) => field !== 'start'),
      };
    case 'sent':
      return { ...state, phase: 'sending', errors: [], problem: undefined };
    case 'late':
      return state.phase === 'sending' ? { ...state, phase: 'idle', problem: { kind: 'late' } } : state;
    case 'answered':
      return afterAnswer({ ...state, phase: 'idle' }, event.answer);
  }
}

function afterAnswer(state: BookingState, answer: BookingAnswer): BookingState {
  switch (answer.kind) {
    case 'booked':
      return { ...state, phase: 'booked', page: answer.page, held: answer.held ?? false };
    case 'taken': {
      const [next] = answer.starts;
      return {
        ...state,
        start: '',
        day: next && isoDay(Date.parse(next), state.visitorZone),
        times: state.times.kind === 'known' ? { ...state.times, starts: answer.starts } : state.times,
        problem: { kind: 'taken', detail: answer.detail },
      };
    }
    case 'refused':
      return { ...state, errors: answer.errors, problem: said(answer.detail) };
    case 'conflict':
      return { ...state, problem: said(answer.detail) };
    case 'later':
      return { ...state, problem: said(answer.detail, answer.retryAfterS) };
    case 'silent':
      return { ...state, problem: { kind: 'silent' } };
  }
}

function said(detail: string, retryAfterS = 0): Problem {
  return { kind: 'said', detail, retryAfterS };
}
