import { fetchNextStepAhead } from './next-step.ts';
import { proveWork } from './proof.ts';

/** What is worth while once somebody fills `form` in: the next step fetched ahead, and a proof of work. Never rejects. */
export function prepareLead(form: HTMLFormElement): Promise<void> {
  fetchNextStepAhead();
  return proveWork(form);
}
