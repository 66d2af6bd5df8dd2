import type { ReactNode } from 'react';
import type { ReminderHours } from '#content/availability.ts';
import { agency } from '#content/business.ts';
import { reminded } from '#content/call.ts';
import { callMails } from '#content/call-mails.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { CANCELLING } from '#domain/booking.ts';
import type { FieldError } from '#domain/errors.ts';
import type { Instant } from '#domain/instant.ts';
import { unbrokenPhone, upperFirst } from '#domain/text.ts';
import { wallDay, wallMoment, wallTime } from '#domain/wall-clock.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { PhoneField } from '#site/islands/own-booking/CallerFields.tsx';
import { Alert, MailtoLink, Paragraphs } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import { phoneInText, shownPhone } from '../phone.ts';
import { broughtLead, type StoredBooking } from '../store/booking.ts';
import { CallFacts } from './call-section.tsx';
import { type Choice, TimeChoiceForm } from './time-choice.tsx';

export interface BookedPage {
  readonly booking: StoredBooking;
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** The signed reference to its lead, with which another is booked. */
  readonly reference: string | undefined;
  /** Whether the call has begun or is over. */
  readonly begun: boolean;
  /** The reminders that are still to come, in hours before the call. */
  readonly reminders: readonly ReminderHours[];
  /** When it was to begin before it was moved last. */
  readonly movedFrom?: Instant | undefined;
  /** Where it can be moved to. */
  readonly choice: Choice;
  /** What stands open, because the visitor is at it. */
  readonly open?: 'deplacer' | 'numero' | typeof CANCELLING | undefined;
  /** Whether the number has just been corrected. */
  readonly isCorrected: boolean;
  /** The query that forms send on, with the visitor's time zone; may be empty. */
  readonly asked: string;
  /** Why a change was not made; of a move it is said at the hours. */
  readonly detail?: string | undefined;
  /** The new number that was refused, as it was typed, and why. */
  readonly phone?: { readonly typed: string; readonly errors: readonly FieldError[] } | undefined;
}

const words = rendezVous.booked;

/** A call that was booked: when, who calls whom, and what can still be changed. */
export function bookedPage(page: BookedPage): OwnPage {
  const { booking, timeZone, begun, reminders, movedFrom, isCorrected, detail, reference } = page;
  const cancelled = booking.state === 'cancelled';
  if (booking.state === 'held' && !begun) return heldPage(page);
  const toCome = !cancelled && !begun;
  const isAtMove = toCome && page.open === 'deplacer';
  return {
    title: cancelled ? words.cancelledTitle : words.title,
    main: (
      <>
        {cancelled ? (
          <>
            <h1>{words.cancelledTitle}</h1>
            <State sign="×">{words.cancelledState}</State>
            <p>
              <s>{wallMoment(booking.start, timeZone)}</s>
            </p>
          </>
        ) : (
          <>
            <Moment start={booking.start} timeZone={timeZone} />
            <State sign="✓">{begun ? words.overState : words.state}</State>
          </>
        )}
        {toCome && (
          <p>
            {words.nothingToDo} {reminded(reminders)}
          </p>
        )}
        {toCome && movedFrom !== undefined && (
          <p>{words.moved(wallMoment(movedFrom, timeZone), wallMoment(booking.start, timeZone))}</p>
        )}
        {toCome && isCorrected && (
          // biome-ignore lint/a11y/noAutofocus: what was just done is said first.
          <p className="told" role="status" tabIndex={-1} autoFocus>
            {words.corrected(phoneInText(booking.phone))}
          </p>
        )}
        <Alert text={isAtMove ? undefined : detail} />
        {toCome ? (
          <div className="columns manage">
            <section>
              <CallFacts booking={booking} timeZone={timeZone} />
              <Button href={`/rendez-vous/${booking.token}.ics`} wide>
                {words.calendar}
              </Button>
              <Button href={`/validation?appel=${booking.token}`} look="plain" wide>
                {words.next}
              </Button>
            </section>
            <Changes {...page} />
          </div>
        ) : (
          <p>
            <Button href={reference === undefined ? '/rendez-vous' : `/rendez-vous?ref=${reference}`} wide>
              {callMails.visitor.again}
            </Button>
          </p>
        )}
      </>
    ),
    // Booked is confirmed: the last step is this page.
    step: toCome ? 3 : undefined,
    isAsked: broughtLead(booking) !== null,
  };
}

/** A call that waits for the owner's word: what that means, and how to take it back. */
function heldPage(page: BookedPage): OwnPage {
  const { title, state, asked, text, writeTo, withdraw, withdrawHint, withdrawSubmit } = words.held;
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <State sign="…">{state}</State>
        <p>{asked(wallMoment(page.booking.start, page.timeZone))}</p>
        <Alert text={page.detail} />
        <Paragraphs texts={text} />
        <p>
          {writeTo} <MailtoLink />, {unbrokenPhone(agency.phone)}
        </p>
        <Unfolding {...page} id={CANCELLING} summary={withdraw}>
          <p>{withdrawHint}</p>
          <Button type="submit" look="plain" wide>
            {withdrawSubmit}
          </Button>
        </Unfolding>
      </>
    ),
  };
}

/** The headline: day and hour. */
function Moment({ start, timeZone }: { readonly start: Instant; readonly timeZone: string }) {
  return (
    <h1>
      {upperFirst(wallDay(start, timeZone))}
      <span className="hour">{wallTime(start, timeZone)}</span>
    </h1>
  );
}

/** How a booking is, beside its sign. */
export function State({ sign, children }: { readonly sign: string; readonly children: ReactNode }) {
  return (
    <p className="state" role="status">
      <b aria-hidden="true">{sign}</b>
      {children}
    </p>
  );
}

function Changes(page: BookedPage) {
  const { booking, choice, phone, open, detail } = page;
  const fault = open === 'deplacer' ? detail : undefined;
  return (
    <section>
      <Unfolding {...page} id="deplacer" summary={words.move}>
        <Alert text={fault} />
        {choice.starts.length > 0 ? (
          <>
            <TimeChoiceForm choice={choice} hasFocus={fault !== undefined} />
            <Button type="submit" look="ink" wide>
              {words.moveSubmit}
            </Button>
          </>
        ) : (
          <p>{rendezVous.choose.none}</p>
        )}
      </Unfolding>
      <Unfolding {...page} id="numero" summary={words.correct}>
        <PhoneField
          id="phone"
          label={rendezVous.choose.phone}
          hint={rendezVous.choose.phoneHint}
          defaultValue={phone?.typed ?? shownPhone(booking.phone)}
          error={phone?.errors.find(({ field }) => field === 'phone')}
          autoFocus={phone !== undefined}
        />
        <p className="hint">{words.correctHint}</p>
        <Button type="submit" look="ink" wide>
          {words.correctSubmit}
        </Button>
      </Unfolding>
      <Unfolding {...page} id={CANCELLING} summary={words.cancel}>
        <p>{words.cancelHint}</p>
        <Button type="submit" look="plain" wide>
          {words.cancelSubmit}
        </Button>
      </Unfolding>
      <p className="quiet">{words.keep}</p>
    </section>
  );
}

interface UnfoldingProps extends Pick<BookedPage, 'booking' | 'open' | 'asked'> {
  /** Where the form is sent to, below the call's address. */
  readonly id: 'deplacer' | 'numero' | typeof CANCELLING;
  readonly summary: string;
  readonly children: ReactNode;
}

/** A change behind its name: a form of its own. */
function Unfolding({ booking, open, asked, id, summary, children }: UnfoldingProps) {
  return (
    <details id={id} open={open === id}>
      <summary>{summary}</summary>
      <form
        method="post"
        action={`/rendez-vous/${booking.token}/${id}${asked}`}
        // A browser restores a choice by its place in the list, where there is another hour after a move.
        autoComplete={id === 'deplacer' ? 'off' : undefined}
      >
        {children}
      </form>
    </details>
  );
}
