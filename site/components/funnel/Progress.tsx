import { agencyShell } from '#content/pages/agency.ts';
import { attr, STEPS } from '../../markup.ts';
import css from './Progress.module.css';

/** Where the visitor stands in the funnel: large numerals, a rule that fills, a check on the steps done. */
export function Progress({ step }: { readonly step: 1 | 2 | 3 }) {
  return (
    <ol className={css.steps} aria-label={agencyShell.stepsLabel} {...attr(STEPS)}>
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
            <span className={css.label}>{state === 'done' ? <Done index={index} /> : label}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** As the step is called once it is done. Whoever has not asked for the audit reads the step's own name (the styles). */
function Done({ index }: { readonly index: number }) {
  return (
    <>
      <span className={css.passed}>
        {agencyShell.stepsDone[index]}
        <span className="visually-hidden">, {agencyShell.done}</span>
      </span>
      <span className={css.open}>{agencyShell.steps[index]}</span>
    </>
  );
}

function Check() {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2.75" aria-hidden="true">
      <path d="m1.5 8.5 4.5 4.5 8.5-10.5" />
    </svg>
  );
}
