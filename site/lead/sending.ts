import { READY, type Sending } from './form-state.ts';
import { sendKeptLeads } from './send-again.ts';
import { submitForm } from './submit-form.ts';

/** A visitor who is still here by then is not on the way any more, or has nothing to lose by sending again. */
const STAYED_MS = 4_000;

const listeners = new Set<() => void>();
let tells = false;

function change(): void {
  for (const told of listeners) told();
}

/** Has the page's forms say, from here on, what became of the lead that was sent from this tab. */
export function tellNews(): void {
  tells = true;
  change();
}

/** Makes one, to be shared by all that stands for the same form: it is what lets nobody send twice. */
export function createSending(): Sending {
  let state = READY;
  const become = (next: typeof state) => {
    state = next;
    change();
  };
  // A page that comes back from the back/forward cache would still be sending.
  addEventListener('pageshow', ({ persisted }) => persisted && become(READY));
  return {
    state: () => state,
    tells: () => tells,
    subscribe(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    async send(form) {
      if (state.kind === 'sending') return;
      // A button that is disabled drops the focus.
      if (document.activeElement?.matches('button')) form.focus({ preventScroll: true });
      become({ kind: 'sending' });
      const outcome = await submitForm(form);
      if (outcome.kind === 'failed' || outcome.kind === 'invalid') return become(outcome);
      setTimeout(() => {
        become(READY);
        tellNews();
        sendKeptLeads();
      }, STAYED_MS);
    },
  };
}
