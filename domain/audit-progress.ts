import { type AuditView, STEP_NAMES, type StepName } from './audit.ts';

/** `left-out`: it was passed over, as where no browser could open the page. */
export type StepState = 'done' | 'now' | 'next' | 'left-out';

/** The steps that open the page in a browser; each leaves a picture named after it. */
const IN_BROWSER: readonly StepName[] = ['phone', 'desktop'];

/** Every step of an audit in its order, and how far each is. */
export function stepStates({
  state,
  step,
  pictures = [],
}: Pick<AuditView, 'state' | 'step' | 'pictures'>): readonly {
  readonly step: StepName;
  readonly progress: StepState;
}[] {
  const now = step === undefined ? -1 : STEP_NAMES.indexOf(step);
  const at = state === 'done' ? STEP_NAMES.length : now;
  const isSeen = (name: StepName) => pictures.some((file) => file.startsWith(`${name}.`));
  return STEP_NAMES.map((name, index) => {
    if (index >= at) return { step: name, progress: index === at ? 'now' : 'next' };
    return { step: name, progress: IN_BROWSER.includes(name) && !isSeen(name) ? 'left-out' : 'done' };
  });
}
