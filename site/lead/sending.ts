import type { HiddenFields } from '#domain/hidden-fields.ts';
import type { LeadContent } from '#domain/lead.ts';
import type { PageField } from '#domain/lead-fields.ts';
import { isThere } from '../browser/network.ts';
import { goTo } from '../browser/page-fade.ts';
import { browserStorage } from '../browser/storage.ts';
import { FAILED, type FormState, READY, type Sending } from './form-state.ts';
import { forgetLastLead, rememberLead } from './last-lead.ts';
import { dropNextStep, NEXT_PAGE, nextStep } from './next-step.ts';
import { browserDeps, readEntries } from './pending-list.ts';
import { sendKeptLeads } from './send-again.ts';
import { type SendOutcome, sendLead } from './send-lead.ts';
import { currentSession } from './session.ts';

/** A visitor who is still here by then is not on the way any more, or has nothing to lose by sending again. */
const STAYED_MS = 4_000;

const listeners = new Set<() => void>();
let tells = false;

function change(): void {
  for (const listener of listeners) listener();
}

/** Resolves when the network is back, and after `ms` in any case: a server that is back tells nobody. */
export function backOrAfter(ms: number): Promise<unknown> {
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
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    become(READY);
    tellNews();
  });
  return {
    state: () => state,
    tells: () => tells,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async send(form) {
      if (state.kind === 'sending') return;
      let now: FormState = { kind: 'sending' };
      let isPosted = true;
      try {
        // A button that is disabled drops the focus.
        if (document.activeElement?.matches('button')) form.focus({ preventScroll: true });
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
        isPosted = outcome.kind === 'posted';
      } catch {
        // Whatever throws on a lead's way ends in what the form does without a script.
      }
      if (isPosted) form.submit();
      setTimeout(() => {
        // Unless the page has come back meanwhile, and is sending again.
        if (state === now) become(isPosted ? FAILED : READY);
        tellNews();
        sendKeptLeads();
      }, STAYED_MS);
    },
  };
}

/** With the wait for the server's answer it is less than 4 s. */
const PAGE_WAIT_MS = 1_400;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** What a form holds: its lines are those of the table, since it is made from it. */
type FormFields = HiddenFields & Omit<LeadContent, PageField>;

/** What a lead says beside what was typed. */
const pageFields = () => ({ userId: currentSession().id, url: location.href });

/**
 * Adds that to the page's forms, which are a lead's, when the browser posts them: it is the same lead as the one that a
 * script has tried to send, under the same id.
 */
export function addPageFields(): void {
  addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of Object.entries(pageFields())) formData.set(name, value);
  });
}

/**
 * Sends what a lead form holds and, unless there is something to say, moves on to the next step. A kept lead goes on
 * only to a page that is there, so that nobody ends at the browser's own error page: until then it is sent again. When
 * pages come and what a script sends does not, twice, something between lets no script send (a filter): `posted` says
 * that the form itself is to be.
 * @param stay told how long to wait, in milliseconds, while nothing answers; false when this is of no use any longer
 */
async function submitForm(
  form: HTMLFormElement,
  stay: (ms: number) => Promise<boolean>,
): Promise<SendOutcome> {
  const { proof, commentaire, adresse, ...typed } = Object.fromEntries(new FormData(form)) as FormFields;
  const values = { ...typed, ...pageFields() };
  const { name, email } = values;
  let hasFailed = readEntries(browserStorage()).some((entry) => Object(entry).email === email);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const outcome = await sendLead(browserDeps(), values, { proof, commentaire, adresse }, rememberLead);
    const { kind } = outcome;
    if (kind === 'kept') dropNextStep();
    if (kind === 'invalid') forgetLastLead();
    else if (kind === 'sent') goTo(nextStep(name, email));
    else if (await isThere(NEXT_PAGE, PAGE_WAIT_MS)) {
      const { isBlocked } = outcome;
      if (hasFailed && isBlocked !== false) return { kind: 'posted' };
      if (isBlocked) {
        hasFailed = true;
        continue;
      }
      if (kind === 'kept') goTo(nextStep(name, email));
    } else if (kind === 'kept' && (await stay(pause))) continue;
    return outcome;
  }
}
