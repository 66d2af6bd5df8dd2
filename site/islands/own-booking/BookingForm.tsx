import type { FormEvent, Ref } from 'react';
import { LEAD_LIMITS } from '#domain/lead.ts';
import { Button } from '../../components/ui/Button.tsx';
import { TextField } from '../../components/ui/TextField.tsx';
import { BookedNotice, type BookedWords } from './BookedNotice.tsx';
import css from './BookingForm.module.css';
import type { BookingState, Problem } from './booking-state.ts';
import { momentOf } from './days.ts';
import { TimeChoice, type TimeChoiceWords } from './TimeChoice.tsx';

export interface BookingWords extends TimeChoiceWords, BookedWords {
  readonly times: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly phoneHint: string;
  readonly submit: string;
  /** `%` is the chosen moment. */
  readonly submitChosen: string;
  readonly submitting: string;
  readonly late: string;
  readonly silent: string;
  /** `%` is a number of seconds. */
  readonly retryIn: string;
  readonly privacy: string;
  readonly privacyLink: string;
}

interface Props {
  readonly words: BookingWords;
  readonly state: BookingState;
  /** The most calls that can begin on one day: so much room is kept for a day's times. */
  readonly mostADay: number;
  /** Where to write when no time is free. */
  readonly writeTo: string;
  readonly ref?: Ref<HTMLFormElement>;
  readonly onDay?: (day: string) => void;
  readonly onStart?: (start: string) => void;
  readonly onReadAgain?: () => void;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

const LONGEST_PHONE = 40;

/**
 * Days, times and who to call, in one state of the booking. Sent without JavaScript it is the request that the page
 * /rendez-vous sends, whose answer offers the times.
 */
export function BookingForm({ words, state, mostADay, writeTo, ref, ...on }: Props) {
  const { phase, problem, start, visitorZone, call } = state;
  const faultOf = (field: string) => state.errors.find((error) => error.field === field)?.message;
  const ready = start === '' ? words.submit : fill(words.submitChosen, momentOf(start, visitorZone));
  if (call) return <BookedNotice words={words} call={call} visitorZone={visitorZone} />;
  return (
    <form
      ref={ref}
      className={css.form}
      method="post"
      action="/api/bookings"
      noValidate
      aria-busy={phase === 'sending'}
      aria-labelledby="booking-title"
      onSubmit={on.onSubmit}
    >
      <h2 className={css.title} id="booking-title">
        {words.times}
      </h2>
      <TimeChoice words={words} state={state} mostADay={mostADay} writeTo={writeTo} {...on} />
      <p className="fault" id="booking-start-fault">
        {faultOf('start')}
      </p>
      <TextField
        id="booking-name"
        name="name"
        type="text"
        label={words.name}
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={LEAD_LIMITS.name.max}
        fault={faultOf('name')}
      />
      <TextField
        id="booking-email"
        name="email"
        type="email"
        label={words.email}
        autoComplete="email"
        spellCheck={false}
        required
        maxLength={LEAD_LIMITS.email.max}
        fault={faultOf('email')}
      />
      <TextField
        id="booking-phone"
        name="phone"
        type="tel"
        label={words.phone}
        hint={words.phoneHint}
        autoComplete="tel"
        required
        maxLength={LONGEST_PHONE}
        fault={faultOf('phone')}
      />
      <Button type="submit" wide aria-disabled={phase === 'sending'}>
        {phase === 'sending' ? words.submitting : ready}
      </Button>
      <p className="fault" role="alert">
        {problem && textOf(problem, words)}
      </p>
      <p className="visually-hidden" role="status">
        {phase === 'sending' && words.submitting}
      </p>
      <p className="hint">
        {words.privacy} <a href="/privacy-policy">{words.privacyLink}</a>
      </p>
    </form>
  );
}

function textOf(problem: Problem, words: BookingWords): string {
  // Said above the times instead (TimeChoice.tsx).
  if (problem.kind === 'taken') return '';
  if (problem.kind === 'late' || problem.kind === 'silent') return words[problem.kind];
  if (problem.retryAfterS === 0) return problem.detail;
  return `${problem.detail} ${fill(words.retryIn, String(problem.retryAfterS))}`;
}

function fill(words: string, text: string): string {
  return words.replace('%', () => text);
}
