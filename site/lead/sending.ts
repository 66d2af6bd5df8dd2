import { type FormState, READY, type Sending } from './form-state.ts';
import { sendKeptLeads } from './send-again.ts';
import { submitForm } from './submit-form.ts';

/** A visitor who is still here by then is not on the way any more, or has nothing to lose by sending again. */
const STAYED_MS = 4_000;

const listeners = new Set<() => void>();
let tells = false;

function change(): void {
  for (const listener of listeners) listener();
}

/** Resolves when the network is back, and after `ms` in any case: a server that is back tells nobody. */
function backOrAfter(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, ms);
  });
}

/** Has the page's forms say, from here on, what became of the lead that was sent from this tab. */
export function tellNews(): void {
  tells = true;
  change();
}

/** Makes the one `Sending` of a form, shared by all that shows that form: so nobody sends it twice. */
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async send(form) {
      if (state.kind === 'sending') return;
      // A button that is disabled drops the focus.
      if (document.activeElement?.matches('button')) form.focus({ preventScroll: true });
      let now: FormState = { kind: 'sending' };
      become(now);
      const outcome = await submitForm(form, async (ms) => {
        if (state === now) {
          now = { kind: 'kept' };
          become(now);
        }
        await backOrAfter(ms);
        return state === now;
      });
      if (outcome.kind === 'failed' || outcome.kind === 'invalid') return become(outcome);
      setTimeout(() => {
        // Unless the page has come back meanwhile, and is sending again.
        if (state === now) become(READY);
        tellNews();
        sendKeptLeads();
      }, STAYED_MS);
    },
  };
}
