import { alarms } from '#content/alarms.ts';
import { office } from '#content/office.ts';
import { desk as words } from '#content/pages/desk.ts';
import { promises } from '#content/promises/promises.ts';
import { mailtoLink } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDayIn, wallTime } from '#domain/wall-clock.ts';
import type { StoredBooking } from '../bookings/store/booking.ts';
import { isLate } from '../leads/follow-up/due-promises.ts';
import { NEWEST_LOOKED_AT, type OwedTo } from '../leads/follow-up/owed.ts';
import type { StandingAlarm } from '../messages/alarms.ts';
import { frenchDuration, frenchTime } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { CallRows } from './call-rows.tsx';
import { ActionForm, type Framed } from './frame.tsx';

export interface NowFacts {
  readonly now: Instant;
  /** The most urgent first. */
  readonly owed: readonly OwedTo[];
  /** Those of today and tomorrow, the first call first. */
  readonly calls: readonly StoredBooking[];
  readonly alarms: readonly StandingAlarm[];
  /** Whether there is any lead or call at all. */
  readonly isEmpty: boolean;
  /** How many leads wait for the owner's word; undefined: none. */
  readonly held?: string | undefined;
  /** Whether older leads were not looked at. */
  readonly isPart: boolean;
}

const MOST_ROWS = 100;
const text = words.now;

/** Who waits for what until when, the calls of today and tomorrow, and the alarms. */
export function NowPage({ frame, facts }: { readonly frame: Framed; readonly facts: NowFacts }) {
  const { owed, now } = facts;
  const people = [...Map.groupBy(owed, ({ lead, call }) => lead?.id ?? call?.id ?? '').values()];
  const late = people.filter((all) => all.some((one) => isLate(one, now))).length;
  if (facts.isEmpty)
    return (
      <>
        <h1>{text.title}</h1>
        <Alarms alarms={facts.alarms} />
        <div className="desk-empty">
          <h2>{text.empty.title}</h2>
          <p>{text.empty.told}</p>
          <dl className="desk-facts">
            {Object.entries(text.empty.where).map(([path, told]) => (
              <div key={path}>
                <dt>
                  <a href={`${frame.root}${path}`}>{words.sections[path as keyof typeof words.sections]}</a>
                </dt>
                <dd>{told}</dd>
              </div>
            ))}
          </dl>
          <p>
            <a className="desk-button desk-first" href="/exemple/">
              {words.example.show}
            </a>
          </p>
        </div>
      </>
    );
  return (
    <>
      <h1>{text.title}</h1>
      <p className="desk-lead">{text.waiting(people.length, late)}</p>
      <Alarms alarms={facts.alarms} />
      {people.length > 0 && <h2 className="visually-hidden">{text.todo}</h2>}
      {people.length > 0 && (
        <ul className="desk-rows">
          {people.slice(0, MOST_ROWS).map((all, nth) => (
            <Waiting
              isFirst={nth === 0}
              key={all[0]?.lead?.id ?? all[0]?.call?.id}
              {...{ all, now, frame }}
              phone={facts.calls.find(({ leadId }) => leadId !== null && leadId === all[0]?.lead?.id)?.phone}
            />
          ))}
        </ul>
      )}
      {facts.held !== undefined && (
        <p>
          <a href={`${frame.root}/contacts?etat=held`}>{text.held(facts.held)}</a>
        </p>
      )}
      {people.length > MOST_ROWS && <p>{text.more(people.length - MOST_ROWS)}</p>}
      {facts.isPart && <p className="desk-quiet">{text.oldOnly(NEWEST_LOOKED_AT.toLocaleString('fr-CH'))}</p>}
      <section aria-labelledby="appels">
        <h2 id="appels">{text.callsTitle}</h2>
        {facts.calls.length === 0 ? (
          <p>{text.noCalls}</p>
        ) : (
          <CallRows calls={facts.calls} now={now} frame={frame} when={(start) => dayAndTime(start, now)} />
        )}
      </section>
    </>
  );
}

/** The year is that of the page, or the next one in its first days. */
const shortTime = (at: Instant) => frenchTime(at).replace(/ 20\d\d/, '');

/** « Demain à 9h00 ». */
function dayAndTime(at: Instant, now: Instant): string {
  const isToday = isoDayIn(at, office.timeZone) === isoDayIn(now, office.timeZone);
  return `${isToday ? text.today : text.tomorrow} à\u00a0${wallTime(at, office.timeZone)}`;
}

function Alarms({ alarms: standing }: Pick<NowFacts, 'alarms'>) {
  if (standing.length === 0) return undefined;
  return (
    <section className="desk-alarms" aria-labelledby="alertes">
      <h2 id="alertes">{text.alarmsTitle}</h2>
      {standing.map(({ name, since }) => (
        <div key={name}>
          <p>{alarms[name].text(frenchTime(since))}</p>
          <p>{alarms[name].todo}</p>
        </div>
      ))}
    </section>
  );
}

interface WaitingProps {
  /** All that is owed to one person, the most urgent first. */
  readonly all: readonly OwedTo[];
  readonly now: Instant;
  readonly frame: Framed;
  readonly phone: string | undefined;
  readonly isFirst: boolean;
}

function Waiting({ all, now, frame, phone, isFirst }: WaitingProps) {
  const [first] = all;
  if (first === undefined) return undefined;
  const { lead, call, name, until } = first;
  const isCall = first.promised.within === 'call';
  return (
    <li className="desk-row" data-key={lead?.id ?? call?.id}>
      <p className="desk-when">
        <When owed={first} now={now} />
        <time dateTime={new Date(until).toISOString()}>
          {isCall ? shortTime(until) : text.until(shortTime(until))}
        </time>
      </p>
      <div className="desk-who">
        <h3>
          {lead ? <a href={`${frame.root}/contacts/${lead.id}`}>{plainText(name)}</a> : plainText(name)}
        </h3>
        <p>{all.map(({ promised }) => promised.owed).join(' · ')}</p>
        <p className="desk-quiet">
          {plainText(lead?.email ?? call?.email ?? '')}{' '}
          <Reach email={lead?.email ?? call?.email} phone={call?.phone ?? phone} />
        </p>
      </div>
      <div className="desk-answers">
        <ActionForm {...frame} of={lead ? { lead: lead.id } : { call: call?.id ?? '' }}>
          <Answers
            owed={all}
            hasBegun={isCall && until <= now}
            hasLead={lead !== undefined}
            isFirst={isFirst}
          />
        </ActionForm>
        {lead && <Won lead={lead.id} frame={frame} />}
      </div>
    </li>
  );
}

function When({ owed, now }: { readonly owed: OwedTo; readonly now: Instant }) {
  const { until } = owed;
  if (isLate(owed, now))
    return (
      <strong className="desk-late">
        {text.late} {frenchDuration(now - until)}
      </strong>
    );
  if (until < now) return <strong className="desk-late">{text.unsaid}</strong>;
  return (
    <strong>
      {text.left} {frenchDuration(until - now)}
    </strong>
  );
}

function Reach({ email, phone }: { readonly email: string | undefined; readonly phone: string | undefined }) {
  return (
    <>
      {phone && <a href={`tel:${phone}`}>{words.call}</a>}{' '}
      {email && <a href={mailtoLink(email)}>{words.write}</a>}
    </>
  );
}

/** The likeliest answer first; in the row that is due first it is red. */
function Answers({
  owed,
  hasBegun,
  hasLead,
  isFirst,
}: {
  readonly owed: readonly OwedTo[];
  readonly hasBegun: boolean;
  readonly hasLead: boolean;
  readonly isFirst: boolean;
}) {
  const has = (promised: unknown) => owed.some((one) => one.promised === promised);
  const [first] = owed;
  const isAudit = first?.promised === promises.audit;
  const names = [
    ...(hasBegun ? (['tenu'] as const) : []),
    ...(hasLead && (has(promises.answer) || has(promises.callback)) ? (['repondu'] as const) : []),
    ...(hasLead && has(promises.audit) ? (['audit-envoye'] as const) : []),
    ...(hasBegun || hasLead ? (['pas-joint'] as const) : []),
    ...(hasLead ? (['perdu'] as const) : []),
  ];
  // Of a call to come there is nothing to say yet.
  const primary = isAudit ? 'audit-envoye' : names.find((name) => name === 'tenu' || name === 'repondu');
  return (
    <>
      {names.map((name) => (
        <button
          key={name}
          type="submit"
          name="do"
          value={name}
          className={
            name === primary ? `desk-button ${isFirst ? 'desk-first' : 'desk-likely'}` : 'desk-button'
          }
        >
          {words.actions[name]}
        </button>
      ))}
    </>
  );
}

/** « Gagné », with what it is worth: a form of its own, since Enter in the amount presses the first button of its form. */
export function Won({ lead, frame }: { readonly lead: string; readonly frame: Framed }) {
  return (
    <ActionForm {...frame} of={{ lead }}>
      <details className="desk-won">
        <summary className="desk-button">{words.actions.gagne}</summary>
        <label>
          {words.amount}
          <input name="amount" inputMode="decimal" maxLength={15} autoComplete="off" />
        </label>
        <button type="submit" name="do" value="gagne" className="desk-button">
          {words.note}
        </button>
      </details>
    </ActionForm>
  );
}
