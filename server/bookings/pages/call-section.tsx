import { renderToStaticMarkup } from 'react-dom/server';
import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { validation } from '#content/pages/validation.ts';
import { CALL_SECTION, CHAT_SECTION, NOT_BOOKED } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { withAuditAsked } from '#domain/steps.ts';
import { unbrokenPhone } from '#domain/text.ts';
import { sameWall, townOf, wallDay, wallMoment, wallTime } from '#domain/wall-clock.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { Definitions, MailtoLink } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import { phoneInText } from '../phone.ts';
import { broughtLead, isGone, type StoredBooking } from '../store/booking.ts';

const { title, text, todo, book } = rendezVous.missing;

/** Behind an address that names no call: what may have happened, and what to do. */
export function missingCallPage(): OwnPage {
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        <ol className="todo">
          {todo.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        <p>
          <Button href="/rendez-vous" wide>
            {book}
          </Button>
        </p>
        <p>
          <MailtoLink />
        </p>
      </>
    ),
  };
}

const SECTION = new RegExp(`(<section[^>]*\\bid="${CALL_SECTION}"[^>]*>)[^]*?</section>`);
const CHAT = new RegExp(`<div[^>]*\\bid="${CHAT_SECTION}"[^>]*>[^]*?</div>`);
const { booked, cancelled, over, held, missing, notBooked } = validation;

interface CallDeps {
  readonly availability: { readonly timeZone: string };
  readonly now: () => Instant;
  /** The signed reference to a lead. */
  readonly referenceOf: (leadId: string) => string;
}

/**
 * The page /validation with the state of the call that its address names, in the place of the words that none is booked.
 * For a call that was cancelled or has ended, the part that asks for « valider » by chat is left out.
 * @param html the page as built
 * @param booking undefined if there is no call by the token in the address
 */
export function withCall(html: string, booking: StoredBooking | undefined, deps: CallDeps): string {
  const now = deps.now();
  const gone = booking !== undefined && isGone(booking, now);
  const isToCome = booking?.state === 'booked' && !gone;
  const section = renderToStaticMarkup(
    isToCome ? (
      <Call booking={booking} timeZone={deps.availability.timeZone} />
    ) : (
      sectionWithout(booking, now, deps)
    ),
  );
  const asked = booking === undefined || broughtLead(booking) === null ? html : withAuditAsked(html);
  const page = gone ? asked.replace(CHAT, '') : asked;
  return page.replace(
    SECTION,
    (_whole, opens: string) =>
      `${isToCome ? opens.replace(` ${NOT_BOOKED}=""`, '') : opens}${section}</section>`,
  );
}

function Call({ booking, timeZone }: { readonly booking: StoredBooking; readonly timeZone: string }) {
  const page = `/rendez-vous/${booking.token}`;
  return (
    <>
      <h1>{booked.title}</h1>
      <div>
        <p>{booked.state}</p>
        <CallFacts booking={booking} timeZone={timeZone} withDay />
        <p>
          <a href={`${page}.ics`}>{booked.calendar}</a>
        </p>
        <p>
          <a href={page}>{booked.manage}</a>
        </p>
      </div>
    </>
  );
}

/** No call is to come by that address: why, and the way to one. */
function sectionWithout(
  booking: StoredBooking | undefined,
  now: Instant,
  { availability, referenceOf }: CallDeps,
) {
  if (booking === undefined)
    return <Without title={missing.title} text={rendezVous.missing.text} then={missing.todo} />;
  const when = wallMoment(booking.start, availability.timeZone);
  // The reference fills in name and e-mail, and makes the next call the same lead's.
  const lead = broughtLead(booking);
  const again = lead === null ? undefined : `/introduction?ref=${referenceOf(lead)}`;
  if (booking.state === 'cancelled')
    return <Without title={cancelled.title} text={cancelled.state(when)} href={again} />;
  if (booking.end <= now) return <Without title={over.title} text={over.state(when)} href={again} />;
  const page = `/rendez-vous/${booking.token}`;
  return <Without title={held.title} text={held.state(when)} href={page} link={held.manage} />;
}

interface WithoutProps {
  readonly title: string;
  readonly text: string;
  readonly href?: string | undefined;
  readonly link?: string;
  readonly then?: string;
}

function Without({ title, text, href = '/introduction', link = notBooked.book, then }: WithoutProps) {
  return (
    <>
      <h1>{title}</h1>
      <div>
        <p>{text}</p>
        <p>
          <a href={href}>{link}</a>
        </p>
        {then !== undefined && <p>{then}</p>}
      </div>
    </>
  );
}

interface Props {
  readonly booking: StoredBooking;
  /** Of the office. */
  readonly timeZone: string;
  /** Whether the day is said too; not where it is the page's headline. */
  readonly withDay?: boolean;
}

/** When a call is, who calls whom and about what. */
export function CallFacts({ booking, timeZone, withDay = false }: Props) {
  const { start, end, timeZone: theirs } = booking;
  const { labels } = call;
  const span = (zone: string) => `de\u00a0${wallTime(start, zone)} à\u00a0${wallTime(end, zone)}`;
  const day = (zone: string) => `${wallDay(start, zone)}, `;
  const elsewhere = theirs !== null && !sameWall(start, theirs, timeZone);
  return (
    <Definitions
      rows={[
        [labels.when, `${withDay ? day(timeZone) : ''}${span(timeZone)}, ${rendezVous.booked.office}`],
        [labels.there, elsewhere && `${day(theirs)}${span(theirs)} (${townOf(theirs)})`],
        [labels.who, call.calls(phoneInText(booking.phone))],
        [labels.from, unbrokenPhone(agency.phone)],
        [labels.about, call.about],
        [labels.duration, call.minutes((end - start) / 60_000)],
      ]}
    />
  );
}
