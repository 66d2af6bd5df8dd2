import { OUTCOME_LABELS, OUTCOMES_LABELS } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { OUTCOMES, type Outcome } from '#domain/audit.ts';
import type { ReportLine, ReportView } from '../../report/report-view.ts';
import { Sign } from './signs.tsx';

/** How many points ended how, then every point by theme. */
export function Checks({ view: { passed, controlled, themes } }: { readonly view: ReportView }) {
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
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** How many points ended so: a sign for each, and the number. */
function Tally({ outcome, lines }: { readonly outcome: Outcome; readonly lines: readonly ReportLine[] }) {
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

function Line({ line }: { readonly line: ReportLine }) {
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
