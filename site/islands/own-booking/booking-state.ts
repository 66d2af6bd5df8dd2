import type { FieldError } from '#domain/errors.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import type { BookedCallNote } from './booked-call.ts';
import type { BookingAnswer, FreeTimesAnswer } from './booking-api.ts';

/** All that a visitor sees of the booking, beside what they type. */
export interface BookingState {
  readonly phase: 'idle' | 'sending' | 'booked';
  readonly times: ShownTimes;
  /** IANA time zone of the visitor. */
  readonly visitorZone: string;
  /** The chosen instant, empty while there is none. */
  readonly start: string;
  /** The day that is shown, `YYYY-MM-DD`; undefined: the first. */
  readonly day: string | undefined;
  readonly errors: readonly FieldError[];
  readonly problem: Problem | undefined;
  /** The call, once it is booked. */
  readonly call: BookedCallNote | undefined;
}

/**
 * `loading` and `ahead`: the times are those that the server wrote into the page, where it wrote some; others are on
 * their way, or could not be read.
 */
export type ShownTimes = FreeTimesAnswer | { readonly kind: 'loading' } | { readonly kind: 'ahead' };

/** Why nothing was booked, or why nobody knows. */
export type Problem =
  | { readonly kind: 'said'; readonly detail: string; readonly retryAfterS: number }
  /** `gone` is the instant that was wanted, `next` the first that is free instead. */
  | {
      readonly kind: 'taken';
      readonly detail: string;
      readonly gone: string;
      readonly next: string | undefined;
    }
  /** `late`: no answer yet; `silent`: none came; `offline`: none can come, and it is sent again once one can. */
  | { readonly kind: 'late' | 'silent' | 'offline' };

export type BookingEvent =
  | { readonly kind: 'timesAsked'; readonly visitorZone: string }
  | { readonly kind: 'timesRead'; readonly times: Exclude<ShownTimes, { kind: 'loading' }> }
  | { readonly kind: 'dayShown'; readonly day: string }
  | { readonly kind: 'timeChosen'; readonly start: string }
  /** Booked before, in this tab; undefined: it is to come no more. */
  | { readonly kind: 'callKnown'; readonly call: BookedCallNote | undefined }
  | { readonly kind: 'sent' }
  | { readonly kind: 'late' }
  /** Something that was typed or chosen has been changed. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'answered'; readonly answer: BookingAnswer };

export const FIRST_STATE: BookingState = {
  phase: 'idle',
  times: { kind: 'loading' },
  visitorZone: 'UTC',
  start: '',
  day: undefined,
  errors: [],
  problem: undefined,
  call: undefined,
};

/** What a visitor sees after something happened. */
export function afterEvent(state: BookingState, event: BookingEvent): BookingState {
  switch (event.kind) {
    case 'timesAsked':
      return { ...state, visitorZone: event.visitorZone, times: { kind: 'loading' } };
    case 'timesRead':
      // Times that are shown already are better than none.
      if (event.times.kind !== 'known' && state.times.kind === 'known') return state;
      return { ...state, times: event.times };
    case 'dayShown':
      return { ...state, day: event.day };
    case 'timeChosen':
      return {
        ...state,
        start: event.start,
        day: event.start ? isoDayIn(Date.parse(event.start), state.visitorZone) : state.day,
        errors: state.errors.filter(({ field }) => field !== 'start'),
        // It counts one fault too many then; each of the others is said at its field.
        problem: state.errors.some(({ field }) => field === 'start') ? undefined : state.problem,
      };
    case 'callKnown':
      return { ...state, phase: event.call ? 'booked' : 'idle', call: event.call };
    case 'sent':
      return { ...state, phase: 'sending', errors: [], problem: undefined };
    case 'late':
      return state.phase === 'sending' ? { ...state, phase: 'idle', problem: { kind: 'late' } } : state;
    case 'changed':
      // What is being changed is not sent by itself any more.
      return state.problem?.kind === 'offline' ? { ...state, problem: undefined } : state;
    case 'answered':
      return afterAnswer({ ...state, phase: 'idle' }, event.answer);
  }
}

function afterAnswer(state: BookingState, answer: BookingAnswer): BookingState {
  switch (answer.kind) {
    case 'booked': {
      const { page, held } = answer;
      const timeZone = state.times.kind === 'known' ? state.times.timeZone : state.visitorZone;
      return { ...state, phase: 'booked', call: { page, held, start: state.start, timeZone } };
    }
    case 'taken': {
      const [next] = answer.starts;
      const { times, start, visitorZone } = state;
      return {
        ...state,
        start: '',
        // The day that was chosen stays.
        times:
          times.kind === 'known'
            ? { ...times, starts: without(start, times.starts, answer.starts) }
            : // The office's zone comes with the list, which is read now.
              { kind: 'known', timeZone: visitorZone, starts: answer.starts },
        problem: { kind: 'taken', detail: answer.detail, gone: start, next },
      };
    }
    case 'refused':
      return { ...state, errors: answer.errors, problem: said(answer.detail) };
    case 'conflict':
      return { ...state, problem: said(answer.detail) };
    case 'later':
      return { ...state, problem: said(answer.detail, answer.retryAfterS) };
    case 'silent':
      return { ...state, problem: { kind: answer.isOffline ? 'offline' : 'silent' } };
  }
}

/** @param next what the server offers instead: the first that are free from the one that has gone on, or else before it */
function without(gone: string, known: readonly string[], next: readonly string[]): string[] {
  const [first = '', last = ''] = [next[0], next.at(-1)];
  const kept = known.filter((start) => next.length > 0 && (start < gone || (first > gone && start > last)));
  return [...new Set([...kept, ...next])].sort();
}

function said(detail: string, retryAfterS = 0): Problem {
  return { kind: 'said', detail, retryAfterS };
}
