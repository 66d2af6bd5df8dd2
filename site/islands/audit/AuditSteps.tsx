import { STEP_LABELS } from '#content/audit-steps.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { type StepMark, stepMarks } from '#domain/audit-progress.ts';
import '../../styles/audit-steps.css';
import css from './Audit.module.css';

const { waiting } = auditLive;
const WORDS: Readonly<Record<StepMark, string>> = {
  done: waiting.doneStep,
  now: waiting.nowStep,
  next: '',
  'left-out': waiting.leftOutStep,
};

/** What is looked at, in its order: what is done, what is under way, what comes. */
export function AuditSteps({ view }: { readonly view: Parameters<typeof stepMarks>[0] }) {
  return (
    <ol className={`audit-steps ${css.steps}`} aria-label={waiting.steps}>
      {stepMarks(view).map(({ step, mark }) => (
        <li key={step} className={mark} aria-current={mark === 'now' ? 'step' : undefined}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            {mark === 'done' && <path d="M2.5 8.5l3.5 3.5 7.5-8" />}
            {mark === 'now' && <path d="M3 3h10v10H3z" />}
            {mark === 'left-out' && <path d="M3 8h10" />}
          </svg>
          {STEP_LABELS[step]}
          {WORDS[mark] && <span className="visually-hidden"> ({WORDS[mark]})</span>}
        </li>
      ))}
    </ol>
  );
}
