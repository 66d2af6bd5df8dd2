import { goTo } from '../browser/page-fade.ts';
import { forgetLastLead, rememberLead } from './last-lead.ts';
import { dropNextStep, NEXT_PAGE, nextStep } from './next-step.ts';
import { browserDeps } from './pending-list.ts';
import { type Outcome, sendLead } from './send-lead.ts';
import { currentSession } from './session.ts';

/** With the wait for the service it is less than 4 s. */
const PAGE_WAIT_MS = 1_400;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends what a lead form holds and, unless there is something to say, moves on to the next step. A kept lead goes on
 * only to a page that is there, so that nobody ends at the browser's own error page: until then it is sent again.
 * @param stay told how long to wait, in milliseconds, while nothing answers; false when this is of no use any longer
 */
export async function submitForm(
  form: HTMLFormElement,
  stay: (ms: number) => Promise<boolean>,
): Promise<Outcome> {
  const { name, email, ...hidden } = Object.fromEntries(new FormData(form)) as Record<
    'name' | 'email',
    string
  >;
  const values = { name, email, userId: currentSession().id, url: location.href };
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const outcome = await sendLead(browserDeps(), values, hidden, rememberLead);
    const { kind } = outcome;
    if (kind === 'kept') dropNextStep();
    if (kind === 'invalid' || kind === 'failed') forgetLastLead();
    else if (kind === 'sent' || (await isThere())) goTo(nextStep(name, email));
    else if (await stay(pause)) continue;
    return outcome;
  }
}

/** Whether the next page is there: no network, a proxy's error or no answer in time count as no. */
function isThere(): Promise<boolean> {
  return fetch(NEXT_PAGE, { method: 'HEAD', signal: AbortSignal.timeout(PAGE_WAIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
