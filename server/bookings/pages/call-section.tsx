import { renderToStaticMarkup } from 'react-dom/server';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { validation } from '#content/pages/validation.ts';
import { CALL_SECTION, CHAT_SECTION, NOT_BOOKED } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { withAuditAsked } from '#domain/steps.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import { broughtLead, isGone, type StoredBooking } from '../store/booking.ts';
import { CallFacts } from './call-facts.tsx';

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
