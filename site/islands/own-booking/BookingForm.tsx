import type { FormEvent, Ref } from 'react';
import type { BookingWords } from '#content/pages/rendez-vous.ts';
import { Button } from '../../components/ui/Button.tsx';
import type { EmailLine } from '../email-field/EmailField.tsx';
import { BookedNotice } from './BookedNotice.tsx';
import css from './BookingForm.module.css';
import type { BookingState, Problem } from './booking-state.ts';
import { CallerFields } from './CallerFields.tsx';
import { momentOf } from './days.ts';
import { TimeChoice } from './TimeChoice.tsx';

interface Props {
  readonly words: BookingWords;
  readonly state: BookingState;
  /** The most calls that can begin on one day: so much room is kept for a day's times. */
  readonly mostADay: number;
  /** Where to write when no time is free. */
  readonly writeTo: string;
  readonly ref?: Ref<HTMLFormElement>;
  readonly line?: Ref<EmailLine>;
  readonly onDay?: (day: string) => void;
  readonly onStart?: (start: string) => void;
  readonly onReadAgain?: () => void;
  readonly onChange?: (event: FormEvent<HTMLFormElement>) => void;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Days, times and who to call, in one state of the booking. Sent without JavaScript it is the request that the page
 * /rendez-vous sends, whose answer offers the times.
 */
export function BookingForm({ words, state, mostADay, writeTo, ref, line, ...on }: Props) {
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
      onInput={on.onChange}
      onSubmit={on.onSubmit}
    >
      <h2 className={css.title} id="booking-title">
        {words.times}
      </h2>
      <TimeChoice words={words} state={state} mostADay={mostADay} writeTo={writeTo} {...on} />
      <p className="fault" id="booking-start-fault">
        {faultOf('start')}
      </p>
      <CallerFields words={words} ids="booking-" errors={state.errors} line={line} />
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
  if (problem.kind !== 'said') return words[problem.kind];
  if (problem.retryAfterS === 0) return problem.detail;
  return `${problem.detail} ${fill(words.retryIn, String(problem.retryAfterS))}`;
}

function fill(words: string, text: string): string {
  return words.replace('%', () => text);
}
