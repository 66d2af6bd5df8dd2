import { STEP_LABELS } from '#content/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { type StepState, stepStates } from '#domain/audit.ts';

const { live, waiting } = auditLive;
const WORDS: Readonly<Record<StepState, string>> = {
  done: waiting.doneStep,
  now: waiting.nowStep,
  next: '',
  'left-out': waiting.leftOutStep,
};

/** A rule that fills, one part for each thing that is looked at; the one under way is named below it. */
export function AuditSteps({ view }: { readonly view: Parameters<typeof stepStates>[0] }) {
  const steps = stepStates(view);
  return (
    <ol className="audit-track" aria-label={waiting.steps}>
      {steps.map(({ step, progress }, index) => (
        <li key={step} className={progress} aria-current={progress === 'now' ? 'step' : undefined}>
          <span>
            <b aria-hidden="true">{live.count(index + 1, steps.length)}</b> {STEP_LABELS[step]}
            {WORDS[progress] && <span className="visually-hidden"> ({WORDS[progress]})</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
