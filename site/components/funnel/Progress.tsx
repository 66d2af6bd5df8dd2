import { agencyShell } from '#content/pages/agency.ts';
import css from './Progress.module.css';

/** Where the visitor stands in the funnel: large numerals, a rule that fills, a check on the steps done. */
export function Progress({ step }: { readonly step: 1 | 2 | 3 }) {
  return (
    <ol className={css.steps} aria-label={agencyShell.stepsLabel}>
      {agencyShell.steps.map((label, index) => {
        const number = index + 1;
        const state = number < step ? 'done' : number === step ? 'current' : 'ahead';
        return (
          <li
            key={label}
            className={`${css.step} ${css[state] ?? ''}`}
            aria-current={state === 'current' ? 'step' : undefined}
            data-step={state}
          >
            <span className={css.numeral}>
              {number}
              {state === 'done' && <Check />}
            </span>
            <span className={css.label}>
              {state === 'done' ? agencyShell.stepsDone[index] : label}
              {state === 'done' && <span className="visually-hidden">, {agencyShell.done}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Check() {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2.75" aria-hidden="true">
      <path d="m1.5 8.5 4.5 4.5 8.5-10.5" />
    </svg>
  );
}
