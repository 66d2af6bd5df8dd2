import { audit } from '#content/pages/audit.ts';
import { Definitions } from '../../../http/pages/definitions.tsx';
import type { ReportRemedy } from '../../report/report-view.ts';

const words = audit.report;

/** The most worthwhile remedies: each with the finding, its cost to the company, and the effort to mend it. */
export function Remedies({ chosen }: { readonly chosen: readonly ReportRemedy[] }) {
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
