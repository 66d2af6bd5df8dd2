import type { ReactNode } from 'react';
import { desk as words } from '#content/pages/desk.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import type { Owed } from '../../leads/follow-up/due-promises.ts';
import type { OperatorLead } from '../../leads/operator/operator-lead.ts';
import { NEWEST_SEARCHED } from '../../leads/operator/search-leads.ts';
import type { Told } from '../../leads/operator/story.ts';
import { frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { CallRows } from './call-rows.tsx';
import { ActionForm, type Framed } from './frame.tsx';
import { Won } from './now.tsx';

/** What was looked for, as it is in the address. */
export interface Sought {
  readonly q: string;
  readonly etat: string;
  readonly depuis: string;
}

export interface ContactFacts {
  readonly lead: OperatorLead;
  readonly phone?: string | undefined;
  readonly told: readonly Told[];
  readonly owed: readonly Owed[];
  readonly calls: readonly StoredBooking[];
  readonly now: Instant;
  readonly publicUrl: string;
  /** Address of its record; undefined: there is none, or its address is not known. */
  readonly record?: string | undefined;
}

interface ContactsProps {
  readonly frame: Framed;
  readonly sought: Sought;
  /** The newest first. */
  readonly found: readonly OperatorLead[];
  /** The query of the next page of the list. */
  readonly older?: string | undefined;
  readonly chosen?: ContactFacts | undefined;
}

const text = words.contacts;

/** The list of leads and, beside it, the whole story of one. */
export function ContactsPage({ frame, sought, found, older, chosen }: ContactsProps) {
  const query = queryOf(sought);
  const at = found.findIndex(({ id }) => id === chosen?.lead.id);
  return (
    <div className={chosen ? 'desk-two desk-chosen' : 'desk-two'}>
      <section className="desk-list" aria-label={text.title}>
        {chosen ? <h2>{text.title}</h2> : <h1>{text.title}</h1>}
        <Search sought={sought} />
        {found.length === 0 && <p>{text.none}</p>}
        <ul>
          {found.map((lead) => (
            <li key={lead.id} data-key={`in-list-${lead.id}`}>
              <a
                className="desk-item"
                href={`/contacts/${lead.id}${query}`}
                aria-current={lead.id === chosen?.lead.id ? 'true' : undefined}
              >
                <strong>{plainText(lead.name)}</strong>
                <span>{plainText(lead.email)}</span>
                <span className="desk-quiet">
                  {frenchTime(lead.createdAt)} · {text.states[lead.state]}
                </span>
              </a>
            </li>
          ))}
        </ul>
        {older !== undefined && <a href={`/contacts${older}`}>{text.older}</a>}
        {sought.q !== '' && (
          <p className="desk-quiet">{text.searched(NEWEST_SEARCHED.toLocaleString('fr-CH'))}</p>
        )}
      </section>
      <section className="desk-story" aria-label={text.story}>
        {chosen ? (
          <>
            <nav className="desk-turn" aria-label={text.keys}>
              <a href={`/contacts${query}`}>{text.back}</a>
              <Turn lead={found[at - 1]} query={query} rel="prev" />
              <Turn lead={at < 0 ? undefined : found[at + 1]} query={query} rel="next" />
            </nav>
            <Contact {...chosen} frame={frame} />
          </>
        ) : (
          <>
            <p>{text.choose}</p>
            <p className="desk-quiet">{text.keys}</p>
          </>
        )}
      </section>
    </div>
  );
}

function Turn(turn: {
  readonly lead: OperatorLead | undefined;
  readonly query: string;
  readonly rel: 'prev' | 'next';
}) {
  const { lead, query, rel } = turn;
  if (lead === undefined) return undefined;
  return (
    <a rel={rel} href={`/contacts/${lead.id}${query}`}>
      {rel === 'prev' ? text.previous : text.next}
    </a>
  );
}

function Search({ sought: { q, etat, depuis } }: { readonly sought: Sought }) {
  return (
    <search>
      <form method="get" action="/contacts" data-search="">
        <label>
          {text.search}
          <input
            type="search"
            name="q"
            defaultValue={q}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </label>
        <label>
          {text.state}
          <select name="etat" defaultValue={etat}>
            <option value="">{text.anyState}</option>
            {Object.entries(text.states).map(([state, name]) => (
              <option key={state} value={state}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.since}
          <input type="date" name="depuis" defaultValue={depuis} />
        </label>
        <button type="submit" className="desk-button">
          {text.find}
        </button>
      </form>
    </search>
  );
}

function Contact({
  lead,
  phone,
  told,
  owed,
  calls,
  now,
  publicUrl,
  record,
  frame,
}: ContactFacts & { readonly frame: Framed }) {
  const of = { lead: lead.id };
  const facts: (readonly [string, ReactNode])[] = [
    [text.received, frenchTime(lead.createdAt)],
    [text.status, lead.status],
    [text.delivery, text.states[lead.state]],
    [text.heldBecause, lead.heldBecause],
    [text.lastError, lead.state === 'delivered' ? null : lead.lastError],
    [text.reference, lead.id],
  ];
  return (
    <>
      <h1>{plainText(lead.name)}</h1>
      <p className="desk-reach">
        <a href={`mailto:${lead.email}`}>{plainText(lead.email)}</a>
        {phone && <a href={`tel:${phone}`}>{phone}</a>}
      </p>
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
        <a className="desk-button" href={`/contacts/${lead.id}/effacer`}>
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
    ...(lead.state === 'waiting' || lead.state === 'refused' ? (['reessayer', 'retenir'] as const) : []),
  ];
  return (
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
      <Won />
    </ActionForm>
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
        {leads.map(({ id, email, createdAt, state }) => (
          <li key={id}>
            {plainText(email)}, {frenchTime(createdAt)}, {text.states[state]}
          </li>
        ))}
      </ul>
      {calls.map(({ id, start }) => (
        <p key={id} role="alert">
          {text.erase.call(frenchTime(start))}
        </p>
      ))}
      <p>{text.erase.remains}</p>
      <ActionForm {...frame} here="/contacts" of={{ lead: lead.id }}>
        <button type="submit" name="do" value="effacer" className="desk-button desk-first">
          {text.erase.confirm}
        </button>
        <a className="desk-button" href={`/contacts/${lead.id}`}>
          {text.erase.keep}
        </a>
      </ActionForm>
    </>
  );
}

/** `?q=…`, without what is empty. */
export function queryOf(sought: Sought, more: Readonly<Record<string, string>> = {}): string {
  const filled = Object.entries({ ...sought, ...more }).filter(([, value]) => value !== '');
  return filled.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(filled))}`;
}
