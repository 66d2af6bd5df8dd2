import { desk as words } from '#content/pages/desk.ts';
import type { OperatorLead } from '../leads/operator/operator-lead.ts';
import { NEWEST_SEARCHED } from '../leads/operator/search-leads.ts';
import { frenchTime } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { type ContactFacts, ContactPage, deliveryWords } from './contact.tsx';
import type { Framed } from './frame.tsx';

/** What was looked for, as it is in the address. */
export interface Sought {
  readonly q: string;
  readonly etat: string;
  readonly depuis: string;
  readonly source: string;
  /** Where the page before of the list ended. */
  readonly apres: string;
}

interface ContactsProps {
  readonly frame: Framed;
  readonly sought: Sought;
  /** The newest first. */
  readonly found: readonly OperatorLead[];
  /** The query of the next page of the list. */
  readonly older?: string | undefined;
  readonly chosen?: ContactFacts | undefined;
  /** The leads before and after the chosen one, on whichever page of the list. */
  readonly beside?: { readonly [W in 'previous' | 'next']: OperatorLead | undefined } | undefined;
}

const text = words.contacts;

/** The list of leads and, beside it, the whole story of one. */
export function ContactsPage({ frame, sought, found, older, chosen, beside }: ContactsProps) {
  const query = contactsQuery(sought);
  return (
    <div className={chosen ? 'desk-two desk-chosen' : 'desk-two'}>
      <section className="desk-list" aria-label={text.title}>
        {chosen ? <h2>{text.title}</h2> : <h1>{text.title}</h1>}
        <Search sought={sought} root={frame.root} />
        {found.length === 0 && <p>{text.none}</p>}
        <ul>
          {found.map((lead) => (
            <li key={lead.id} data-key={`in-list-${lead.id}`}>
              <a
                className="desk-item"
                href={`${frame.root}/contacts/${lead.id}${query}`}
                aria-current={lead.id === chosen?.lead.id ? 'true' : undefined}
              >
                <strong>{plainText(lead.name)}</strong>
                <span>{plainText(lead.email)}</span>
                <span className="desk-quiet">
                  {frenchTime(lead.createdAt)} · {deliveryWords(lead)}
                </span>
              </a>
            </li>
          ))}
        </ul>
        {older !== undefined && <a href={`${frame.root}/contacts${older}`}>{text.older}</a>}
        {sought.q !== '' && (
          <p className="desk-quiet">{text.searched(NEWEST_SEARCHED.toLocaleString('fr-CH'))}</p>
        )}
      </section>
      <section className="desk-story" aria-label={text.story}>
        {chosen ? (
          <>
            <nav className="desk-turn" aria-label={text.keys}>
              <a href={`${frame.root}/contacts${query}`}>{text.back}</a>
              <Turn lead={beside?.previous} query={query} rel="prev" root={frame.root} />
              <Turn lead={beside?.next} query={query} rel="next" root={frame.root} />
            </nav>
            <ContactPage {...chosen} frame={frame} />
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
  readonly root: string;
}) {
  const { lead, query, rel, root } = turn;
  if (lead === undefined) return undefined;
  return (
    <a rel={rel} href={`${root}/contacts/${lead.id}${query}`}>
      {rel === 'prev' ? text.previous : text.next}
    </a>
  );
}

function Search({
  sought: { q, etat, depuis, source },
  root,
}: {
  readonly sought: Sought;
  readonly root: string;
}) {
  return (
    <search>
      <form method="get" action={`${root}/contacts`} data-search="">
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
        <details open={etat + depuis + source !== ''}>
          <summary>{text.filters}</summary>
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
          <label>
            {text.source}
            <input name="source" defaultValue={source} autoComplete="off" maxLength={100} />
          </label>
        </details>
        <button type="submit" className="desk-button">
          {text.find}
        </button>
      </form>
    </search>
  );
}

/** `?q=…`, without what is empty. */
export function contactsQuery(sought: Sought, more: Readonly<Record<string, string>> = {}): string {
  const filled = Object.entries({ ...sought, ...more }).filter(([, value]) => value !== '');
  return filled.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(filled))}`;
}
