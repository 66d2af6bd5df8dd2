import { funnelNotes } from '#content/funnel.ts';
import { deskFunnel } from '#content/pages/desk-funnel.ts';
import { DRAWN, NUMBER, PAST, PICTURE } from '#site/desk/markup.ts';
import { frenchDay } from '../../system/french-time.ts';
import type { Cell, FunnelTable, Span } from '../figures/funnel-view.ts';
import { SPANS } from '../figures/funnel-view.ts';
import type { Framed } from './frame.tsx';

export interface FunnelPageProps {
  readonly frame: Framed;
  readonly span: Span;
  /** The days of the period, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The last day of the periods beside it; of one that has not begun: none. */
  readonly earlier: string;
  readonly later: string | undefined;
  readonly tables: readonly FunnelTable[];
  readonly notes: readonly (keyof typeof funnelNotes)[];
  /** Whether nothing was counted yet, and nobody has written. */
  readonly isEmpty: boolean;
}

/** Where a period of the funnel is shown. */
const addressIn =
  (root: string) =>
  (span: Span, last: string, table?: FunnelTable['id']): string =>
    `${root}/entonnoir${table === undefined ? '' : '.csv'}?periode=${span}&fin=${last}${table === undefined ? '' : `&table=${table}`}`;

/** « L’entonnoir »: the steps of a period beside the one before, each table with its picture. */
export function FunnelPage({
  frame,
  span,
  from,
  to,
  earlier,
  later,
  tables,
  notes,
  isEmpty,
}: FunnelPageProps) {
  const { spans, period } = deskFunnel;
  const funnelAddress = addressIn(frame.root);
  return (
    <>
      <h1>{deskFunnel.title}</h1>
      <p className="desk-funnel-period">{period(dayText(from), dayText(to))}</p>
      <nav className="desk-funnel-spans" aria-label={deskFunnel.title}>
        {(Object.keys(SPANS) as Span[]).map((one) => (
          <a key={one} href={funnelAddress(one, to)} aria-current={one === span ? 'page' : undefined}>
            {spans[one]}
          </a>
        ))}
        <a href={funnelAddress(span, earlier)} rel="prev">
          {deskFunnel.earlier}
        </a>
        {later !== undefined && (
          <a href={funnelAddress(span, later)} rel="next">
            {deskFunnel.later}
          </a>
        )}
      </nav>
      {!isEmpty && <Figures table={tables[0]} />}
      {isEmpty && <p className="desk-funnel-empty">{deskFunnel.empty}</p>}
      {tables.map((table) => (
        <Part key={table.id} table={table} csv={funnelAddress(span, to, table.id)} />
      ))}
      <ul className="desk-funnel-notes">
        {notes.map((note) => (
          <li key={note}>{funnelNotes[note]}</li>
        ))}
      </ul>
    </>
  );
}

const dayText = (day: string) => frenchDay(Date.parse(`${day}T12:00:00Z`));

/** The steps at a glance, each beside what it was. */
function Figures({ table }: { readonly table: FunnelTable | undefined }) {
  return (
    <dl className="desk-figures">
      {table?.rows.map(([name, now = 0, past = 0]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {shown(now)} <span className="desk-quiet">{deskFunnel.past(shown(past))}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ table, csv }: { readonly table: FunnelTable; readonly csv: string }) {
  const { id, title, head, rows, picture, drawn, past, note } = table;
  const place = { [PICTURE]: picture, [DRAWN]: drawn.join(' '), [PAST]: past ?? 0 };
  return (
    <section className="desk-funnel-part" data-key={id}>
      <h2 id={id}>{title}</h2>
      <div className="desk-funnel-picture" aria-hidden="true" {...place} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className="desk-funnel-scroll" aria-labelledby={id} tabIndex={0}>
        <table className="desk-funnel-table">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, nth) => (
                  <td key={head[nth + 1]} {...(typeof cell === 'number' && { [NUMBER]: cell })}>
                    {shown(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="desk-funnel-under">
        {note} <a href={csv}>{deskFunnel.csvOf(title)}</a>
      </p>
    </section>
  );
}

/** Thousands as Switzerland parts them. */
function shown(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('fr-CH') : cell;
}
