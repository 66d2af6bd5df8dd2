import type { ReactElement } from 'react';
import { OUTCOME_LABELS, OUTCOMES_LABELS } from '#content/audit.ts';
import { lcpText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import { BARS, type CheckOutcome, OUTCOMES } from '#domain/audit.ts';
import { BOOKING_SECTION } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { Definitions } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import { frenchTime } from '../../system/french-time.ts';
import { Hosts, Loading, type ReportPicture, Scale } from './report-measures.tsx';
import type { ReportView } from './report-view.ts';

type ReportLine = ReportView['themes'][number]['lines'][number];

export interface ReportPage {
  readonly view: ReportView;
  readonly pictures: readonly ReportPicture[];
  /** Address of the report itself, absolute. */
  readonly address: string;
  readonly expiresAt: Instant;
  readonly now: Instant;
}

const words = audit.report;
/** Step 2, which knows its visitor by what the tab keeps. A report is sent on, so nothing in it names its lead. */
const BOOK_HREF = `/introduction#${BOOKING_SECTION}`;
/** A site changes: from here on the report says that it is of another day. In milliseconds. */
const OLD_MS = 7 * 86_400_000;

/** The report: its head, three remedies, every point by theme, how it loads, what to hand over, the conditions. */
export function reportPage({ view, pictures, address, expiresAt, now }: ReportPage): OwnPage {
  const { host, measuredAt, loading } = view;
  return {
    title: words.title(host),
    main: (
      <article className="report">
        <Head view={view} pictures={pictures} />
        {now - measuredAt > OLD_MS && (
          <p role="note" className="old">
            {words.old}
          </p>
        )}
        <Remedies chosen={view.remedies} />
        <p className="call">
          <Button href={BOOK_HREF} wide>
            {words.book}
          </Button>
        </p>
        <Checks view={view} />
        {loading && (
          <div className="measures">
            <Loading view={loading} pictures={pictures} />
            <Hosts all={loading.hosts} />
          </div>
        )}
        <Handover view={view} address={address} expiresAt={expiresAt} />
        <Conditions view={view} expiresAt={expiresAt} />
      </article>
    ),
  };
}

function Conditions({ view, expiresAt }: Pick<ReportPage, 'view' | 'expiresAt'>) {
  const { date, expires, once } = words.conditions;
  return (
    <section className="conditions">
      <h2>{words.conditionsTitle}</h2>
      <p className="once">{once}</p>
      <Definitions
        rows={[[date, frenchTime(view.measuredAt)], ...view.conditions, [expires, frenchTime(expiresAt)]]}
      />
      <p className="quiet">{words.privacy}</p>
      <p className="again">
        <a href="/introduction#audit">{words.another}</a>
      </p>
    </section>
  );
}

const [GOOD] = BARS.lcpMs;

/** What is read first: whose site, what costs it most, how it looks on a phone, and how late its content is there. */
function Head({
  view: { host, headline, tally, loading, measuredAt },
  pictures,
}: Pick<ReportPage, 'view' | 'pictures'>) {
  const phone = pictures.find(({ name }) => name === 'phone');
  // A time that is well is no news: it is among the other measures.
  const lcpMs = loading?.lcpMs !== undefined && loading.lcpMs > GOOD ? loading.lcpMs : undefined;
  const [value, unit] = lcpText(lcpMs ?? 0).split('\u00a0');
  return (
    <header className={phone === undefined ? 'head' : 'head pictured'}>
      <h1>
        <span>{words.eyebrow}</span>
        {host}
      </h1>
      <p className="verdict">
        {headline}
        {tally !== '' && <span>{tally}</span>}
      </p>
      {phone && (
        <p className="phone">
          <img src={phone.address} width={phone.width} height={phone.height} alt={words.pictureAlt(host)} />
        </p>
      )}
      {lcpMs !== undefined && (
        <>
          <p className="second">
            <b>
              {value}
              <small>{`\u00a0${unit}`}</small>
            </b>
            <span>{words.untilContent}</span>
          </p>
          <Scale lcpMs={lcpMs} />
        </>
      )}
      <p className="date">{frenchTime(measuredAt)}</p>
    </header>
  );
}

/** The most worthwhile remedies: each with the finding, its cost to the company, and the effort to mend it. */
function Remedies({ chosen }: { readonly chosen: ReportView['remedies'] }) {
  if (chosen.length === 0) return undefined;
  return (
    <section className="remedies">
      <h2>{words.remedies}</h2>
      <ol>
        {chosen.map(({ title, remedy, consequence, evidence, effort }, index) => (
          <li key={title}>
            <span className="numeral" aria-hidden="true">
              {index + 1}
            </span>
            <h3>
              <span>{title}</span> {remedy}
            </h3>
            <Definitions
              rows={[
                [words.evidence, evidence],
                [words.consequence, consequence],
                [words.effort, effort],
              ]}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How many points ended how, then every point by theme. */
function Checks({ view: { passed, controlled, themes } }: { readonly view: ReportView }) {
  const all = themes.flatMap(({ lines }) => lines);
  return (
    <section className="checks">
      <h2>{audit.report.count(passed, controlled)}</h2>
      <ul className="tally">
        {OUTCOMES.map((outcome) => (
          <Tally key={outcome} outcome={outcome} lines={all.filter((line) => line.outcome === outcome)} />
        ))}
      </ul>
      {themes.map(({ theme, label, lines }) => (
        <section key={theme} className="theme">
          <h3>{label}</h3>
          <ul>
            {lines.map((line) => (
              <CheckLine key={line.id} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** How many points ended so: a sign for each, and the number. */
function Tally({
  outcome,
  lines,
}: {
  readonly outcome: CheckOutcome;
  readonly lines: readonly ReportLine[];
}) {
  if (lines.length === 0) return undefined;
  return (
    <li>
      <span className="signs">
        {lines.map(({ id }) => (
          <span key={id}>
            <Sign outcome={outcome} />
          </span>
        ))}
      </span>
      <b>{lines.length}</b> {(lines.length > 1 ? OUTCOMES_LABELS : OUTCOME_LABELS)[outcome]}
    </li>
  );
}

function CheckLine({ line }: { readonly line: ReportLine }) {
  const { outcome, label, title, sentence, evidence, threshold, source } = line;
  return (
    <li className={outcome}>
      <Sign outcome={outcome} />
      <h4>
        {title}
        <span className="outcome"> {label}</span>
      </h4>
      <p>{sentence}</p>
      {evidence !== '' && !sentence.includes(evidence) && <p className="evidence">{evidence}</p>}
      <p className="source">
        {threshold}
        <span>
          <a href={source.url} rel="noreferrer">
            {source.name}
          </a>
        </span>
      </p>
    </li>
  );
}

const thin = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 };

/** Each outcome has a shape and a weight of its own: what asks for attention is the darkest, and none needs a colour. */
const SHAPES: Readonly<Record<CheckOutcome, ReactElement>> = {
  ok: <path d="M4.5 10.5l4 4 7-9" {...thin} strokeWidth={2.5} />,
  failed: (
    <>
      <rect width={20} height={20} fill="currentColor" />
      <path className="cut" d="M5.5 5.5l9 9m0-9l-9 9" strokeWidth={3} fill="none" />
    </>
  ),
  review: (
    <>
      <rect x={1} y={1} width={18} height={18} {...thin} />
      <path d="M7 7.6a3 3 0 1 1 4.2 2.7c-.8.4-1.2.9-1.2 1.9v.3M10 14.6v1.6" {...thin} />
    </>
  ),
  'not-applicable': <path d="M5 10h10" {...thin} />,
  'not-measured': <circle cx={10} cy={10} r={7} {...thin} strokeWidth={1.5} strokeDasharray="2.2 2.2" />,
};

/** The sign of an outcome, beside its name. */
function Sign({ outcome }: { readonly outcome: CheckOutcome }) {
  return (
    <svg className="sign" viewBox="0 0 20 20" aria-hidden="true">
      {SHAPES[outcome]}
    </svg>
  );
}

const handoverWords = audit.report.handover;

/**
 * What the company passes on to whoever looks after its site: every open point with the lines to paste, and a mail that
 * leads here.
 */
function Handover({ view: { host, fixes }, address, expiresAt }: Omit<ReportPage, 'pictures' | 'now'>) {
  if (fixes.length === 0) return undefined;
  const query = {
    subject: handoverWords.subject(host),
    body: handoverWords.body(host, address, frenchTime(expiresAt)).replaceAll('\n', '\r\n'),
  };
  // Not URLSearchParams: mail programs show its plus signs.
  const mail = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return (
    <section className="handover">
      <h2>{handoverWords.title}</h2>
      <p>{handoverWords.text}</p>
      <p className="send">
        <a href={`mailto:?${mail.join('&')}`}>{handoverWords.mail}</a>
      </p>
      <details>
        <summary>{handoverWords.open(fixes.length)}</summary>
        <ol>
          {fixes.map((fix) => (
            <OpenPoint key={fix.id} fix={fix} />
          ))}
        </ol>
      </details>
    </section>
  );
}

function OpenPoint({
  fix: { title, sentence, element, remedy, snippets },
}: {
  readonly fix: ReportView['fixes'][number];
}) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{remedy}</p>
      <p className="seen">
        {sentence}
        {element !== undefined && (
          <>
            {' '}
            <code>{element}</code>
          </>
        )}
      </p>
      {snippets.map(({ where, code }) => (
        <figure key={where}>
          <figcaption>{where}</figcaption>
          <pre>
            <code>{code}</code>
          </pre>
        </figure>
      ))}
    </li>
  );
}
