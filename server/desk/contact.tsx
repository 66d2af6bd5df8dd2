import type { ReactNode } from 'react';
import { sourceLine } from '#content/funnel.ts';
import { desk as words } from '#content/pages/desk.ts';
import { recordWords } from '#content/read-back.ts';
import { mailtoLink } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '../bookings/store/booking.ts';
import type { Owed } from '../leads/follow-up/due-promises.ts';
import { isRecordGone, type OperatorLead } from '../leads/operator/operator-lead.ts';
import type { Told } from '../leads/operator/story.ts';
import { frenchTime } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { CallRows } from './call-rows.tsx';
import { ActionForm, type Framed } from './frame.tsx';
import { Won } from './now.tsx';

const text = words.contacts;

/** All that is known about one lead. */
export interface ContactFacts {
  readonly lead: OperatorLead;
  readonly phone?: string | undefined;
  readonly told: readonly Told[];
  readonly owed: readonly Owed[];
  readonly calls: readonly StoredBooking[];
  readonly now: Instant;
  readonly publicUrl: string;
  /** Whether the newest mail to the visitor found no mailbox. */
  readonly noMailbox: boolean;
  /** Address of its record; undefined: there is none, or its address is not known. */
  readonly record?: string | undefined;
}

/** Where the delivery of a lead stands; a record that is gone is not where it was. */
export function deliveryWords(lead: OperatorLead): string {
  return isRecordGone(lead) ? text.gone : text.states[lead.state];
}

/** The whole story of a lead, and what can be done about it. */
export function ContactPage({
  lead,
  phone,
  told,
  owed,
  calls,
  now,
  publicUrl,
  noMailbox,
  record,
  frame,
}: ContactFacts & { readonly frame: Framed }) {
  const of = { lead: lead.id };
  const facts: (readonly [string, ReactNode])[] = [
    [text.received, frenchTime(lead.createdAt)],
    [text.source, sourceLine(lead)],
    [text.status, lead.status],
    [text.delivery, deliveryWords(lead)],
    [text.heldBecause, lead.heldBecause],
    [
      text.readBack,
      lead.recordState === null || lead.recordReadAt === null
        ? null
        : `${frenchTime(lead.recordReadAt)}\u202f: ${recordWords[lead.recordState]}`,
    ],
    [text.lastError, lead.state === 'delivered' ? null : lead.lastError],
    [text.reference, lead.id],
  ];
  return (
    <>
      <h1>{plainText(lead.name)}</h1>
      <p className="desk-reach">
        <a href={mailtoLink(lead.email)}>{plainText(lead.email)}</a>
        {phone && <a href={`tel:${phone}`}>{phone}</a>}
      </p>
      {noMailbox && <p role="alert">{text.noMailbox}</p>}
      {owed.map(({ promised, until }) => (
        <p key={promised.owed} className="desk-owed">
          <strong>{promised.owed}</strong> {words.now.until(frenchTime(until))}
        </p>
      ))}
      <Actions lead={lead} frame={frame} isOwed={owed.length > 0} />
      {calls.length > 0 && (
        <>
          <h2>{text.calls}</h2>
          <CallRows calls={calls} now={now} frame={frame} publicUrl={publicUrl} />
        </>
      )}
      <h2>{text.story}</h2>
      <ol className="desk-told">
        {told.map(({ at, text: line }) => (
          <li key={`${at} ${line}`}>
            <time dateTime={new Date(at).toISOString()}>{frenchTime(at)}</time>
            <span>{plainText(line)}</span>
          </li>
        ))}
      </ol>
      <h2>{text.facts}</h2>
      <dl className="desk-facts">
        {facts.map(([name, fact]) =>
          fact === null ? undefined : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{typeof fact === 'string' ? plainText(fact) : fact}</dd>
            </div>
          ),
        )}
      </dl>
      {record !== undefined && (
        <p>
          <a href={record} target="_blank" rel="noopener noreferrer">
            {text.record}
          </a>
        </p>
      )}
      <ActionForm {...frame} of={of}>
        <details className="desk-won">
          <summary className="desk-button">{words.actions.corriger}</summary>
          <label>
            {text.email}
            <input name="email" type="email" maxLength={254} defaultValue={lead.email} autoComplete="off" />
          </label>
          <button type="submit" name="do" value="corriger" className="desk-button">
            {words.actions.corriger}
          </button>
        </details>
        <a className="desk-button" href={`${frame.root}/contacts/${lead.id}/effacer`}>
          {words.actions.effacer}
        </a>
      </ActionForm>
    </>
  );
}

/** What the owner can say of a lead, and do with its delivery. */
function Actions({
  lead,
  frame,
  isOwed,
}: {
  readonly lead: OperatorLead;
  readonly frame: Framed;
  readonly isOwed: boolean;
}) {
  const names = [
    ...(lead.state === 'held' ? (['laisser'] as const) : []),
    ...(['repondu', 'pas-joint', 'perdu'] as const),
    ...(lead.recordState === 'gone' || lead.recordState === 'left' ? (['recreer'] as const) : []),
    ...(lead.recordState === 'gone' ? (['delaisser'] as const) : []),
    ...(lead.state === 'waiting' || lead.state === 'refused' ? (['reessayer', 'retenir'] as const) : []),
  ];
  return (
    <div className="desk-answers">
      <ActionForm {...frame} of={{ lead: lead.id }}>
        {names.map((name, index) => (
          <button
            key={name}
            type="submit"
            name="do"
            value={name}
            className={index === 0 && isOwed ? 'desk-button desk-first' : 'desk-button'}
          >
            {words.actions[name]}
          </button>
        ))}
      </ActionForm>
      <Won lead={lead.id} frame={frame} />
    </div>
  );
}

/** Asks once more before a person is erased. */
export function ErasePage({
  frame,
  leads,
  calls,
}: {
  readonly frame: Framed;
  readonly leads: readonly OperatorLead[];
  /** Those that are still to come. */
  readonly calls: readonly StoredBooking[];
}) {
  const [lead] = leads;
  if (lead === undefined) return undefined;
  return (
    <>
      <h1>{text.erase.title(plainText(lead.name))}</h1>
      <p>{text.erase.told}</p>
      <ul>
        {leads.map((of) => (
          <li key={of.id}>
            {plainText(of.email)}, {frenchTime(of.createdAt)}, {deliveryWords(of)}
          </li>
        ))}
      </ul>
      {calls.map(({ id, start }) => (
        <p key={id} role="alert">
          {text.erase.call(frenchTime(start))}
        </p>
      ))}
      <p>{text.erase.remains}</p>
      <ActionForm {...frame} here={`${frame.root}/effacements`} of={{ lead: lead.id }}>
        <button type="submit" name="do" value="effacer" className="desk-button desk-first">
          {text.erase.confirm}
        </button>
        <a className="desk-button" href={`${frame.root}/contacts/${lead.id}`}>
          {text.erase.keep}
        </a>
      </ActionForm>
    </>
  );
}
