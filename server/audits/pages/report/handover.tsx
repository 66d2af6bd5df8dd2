import { audit } from '#content/pages/audit.ts';
import type { Fix } from '../../report/fixes.ts';
import type { ReportView } from '../../report/report-view.ts';

const words = audit.report.handover;

interface Props {
  readonly view: ReportView;
  /** Of this report, absolute. */
  readonly address: string;
  /** When it expires, in words. */
  readonly until: string;
}

/**
 * What the company passes on to whoever looks after its site: every open point with the lines to paste, and a mail that
 * leads here.
 */
export function Handover({ view: { host, fixes }, address, until }: Props) {
  if (fixes.length === 0) return undefined;
  const query = {
    subject: words.subject(host),
    body: words.body(host, address, until).replaceAll('\n', '\r\n'),
  };
  // Not URLSearchParams: mail programs show its plus signs.
  const mail = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return (
    <section className="handover">
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      <p className="send">
        <a href={`mailto:?${mail.join('&')}`}>{words.mail}</a>
      </p>
      <details>
        <summary>{words.open(fixes.length)}</summary>
        <ol>
          {fixes.map((fix) => (
            <OpenPoint key={fix.id} fix={fix} />
          ))}
        </ol>
      </details>
    </section>
  );
}

function OpenPoint({ fix: { title, sentence, element, remedy, snippets } }: { readonly fix: Fix }) {
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
