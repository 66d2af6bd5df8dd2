import { STEP_LABELS } from '#content/audit-steps.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { type StepState, stepStates } from '#domain/audit-progress.ts';
import '../../styles/audit-steps.css';
import css from './Audit.module.css';

const { waiting } = auditLive;
const WORDS: Readonly<Record<StepState, string>> = {
  done: waiting.doneStep,
  now: waiting.nowStep,
  next: '',
  'left-out': waiting.leftOutStep,
};

/** What is looked at, in its order: what is done, what is under way, what comes. */
export function AuditSteps({ view }: { readonly view: Parameters<typeof stepStates>[0] }) {
  return (
    <ol className={`audit-steps ${css.steps}`} aria-label={waiting.steps}>
      {stepStates(view).map(({ step, progress }) => (
        <li key={step} className={progress} aria-current={progress === 'now' ? 'step' : undefined}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            {progress === 'done' && <path d="M2.5 8.5l3.5 3.5 7.5-8" />}
            {progress === 'now' && <path d="M3 3h10v10H3z" />}
            {progress === 'left-out' && <path d="M3 8h10" />}
          </svg>
          {STEP_LABELS[step]}
          {WORDS[progress] && <span className="visually-hidden"> ({WORDS[progress]})</span>}
        </li>
      ))}
    </ol>
  );
}
