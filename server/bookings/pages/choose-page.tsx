import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { FieldError } from '#domain/errors.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { CallerFields } from '#site/islands/own-booking/CallerFields.tsx';
import { Alert, MailtoLink } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import { State } from './booked-page.tsx';
import { type Choice, TimeChoiceForm } from './time-choice.tsx';

/** What was typed into the form, or came with the address. */
export interface TypedBooking {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The signed reference to the lead. */
  readonly lead: string;
  readonly timeZone: string;
}

export interface ChoosePage {
  /** A random uuid, under which the form books: sent twice, it is one call. */
  readonly id: string;
  readonly typed: TypedBooking;
  readonly choice: Choice;
  /** When the visitor's next call is, booked before. */
  readonly booked?: number | undefined;
  /** Why the form is here again. */
  readonly detail?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  /** The address that looks like a slip, which the page asks about. */
  readonly askedAddress?: string;
  /** Whether the visitor has asked for the audit. */
  readonly isAsked: boolean;
}

const words = rendezVous.choose;

/** The form that books a call, for whoever has no JavaScript and whenever a booking was not taken. */
export function choosePage({
  id,
  typed,
  choice,
  booked,
  detail,
  errors = [],
  askedAddress,
  isAsked,
}: ChoosePage): OwnPage {
  const seen = errors.filter(({ field }) => field !== 'id');
  const faultOf = (name: string) => seen.find(({ field }) => field === name)?.message;
  const fault = faultOf('start');
  const hidden = { id, lead: typed.lead, timeZone: typed.timeZone };
  return {
    title: words.title,
    main: (
      <>
        <h1>{words.headline}</h1>
        {booked !== undefined && (
          <>
            <State sign="✓">{words.known(wallMoment(booked, choice.timeZone))}</State>
            <p>{words.knownThen}</p>
          </>
        )}
        {detail === undefined ? <p>{words.lead}</p> : <Alert text={detail} />}
        {/* The browser would restore a time by its place in the list, where there may be another by then. */}
        <form method="post" action="/api/bookings" className="columns" autoComplete="off">
          {/* The Enter key uses the form's first button, which must not be the one of other days. */}
          <button type="submit" hidden tabIndex={-1} />
          <section aria-labelledby="times">
            <h2 id="times">{words.times}</h2>
            {fault !== undefined && <p className="fault">{fault}</p>}
            {choice.starts.length > 0 ? (
              <TimeChoiceForm choice={choice} hasFocus={fault !== undefined} isCarried />
            ) : (
              <p>
                {words.none} {words.noneThen} <MailtoLink />
              </p>
            )}
          </section>
          <section aria-labelledby="contact">
            <h2 id="contact">{words.contact}</h2>
            <CallerFields
              words={words}
              errors={seen}
              typed={typed}
              asked={askedAddress}
              focus={seen[0]?.field}
            />
            {Object.entries(hidden).map(
              ([name, value]) => value !== '' && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <Button type="submit" wide>
              {words.submit}
            </Button>
            <p className="hint">
              {words.privacy} <a href="/privacy-policy">{words.privacyLink}</a>
            </p>
          </section>
        </form>
      </>
    ),
    step: 2,
    isAsked,
  };
}

/** Calls are not booked here: why, and the words of the link to where. */
export function bookingsClosedPage(text: string, link: string): OwnPage {
  const { title } = rendezVous.closed;
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href="/introduction">{link}</a>
        </p>
      </>
    ),
  };
}
