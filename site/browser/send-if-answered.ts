import { all, NO_ANSWER } from '../markup.ts';
import { withTimeLimit } from './network.ts';

const TIMEOUT_MS = 4_000;

/**
 * Sends the page's forms only when the server answers: the browser would leave the page for an error of its own, and
 * with it what was typed. Otherwise the page says that nothing was sent, after the button that was used. Whoever sends
 * again goes on all the same: a filter that blocks what scripts ask lets forms pass.
 */
export function sendIfAnswered(): void {
  const answered = new WeakSet<HTMLFormElement>();
  const failed = new WeakSet<HTMLFormElement>();
  let isAsking = false;
  document.addEventListener('submit', async (event) => {
    const form = event.target as HTMLFormElement;
    // What is pressed again below.
    if (answered.delete(form)) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    const isAnswered = await answers();
    isAsking = false;
    document.getElementById(NO_ANSWER)?.remove();
    if (isAnswered || failed.has(form)) {
      answered.add(form);
      // Safari below 16 has no `requestSubmit`.
      if (form.requestSubmit as unknown) form.requestSubmit(event.submitter);
      else event.submitter?.click();
    } else {
      failed.add(form);
      tell(event.submitter ?? form);
    }
  });
}

/** Whether the server can be reached, by its smallest answer. */
async function answers(): Promise<boolean> {
  try {
    const signal = withTimeLimit(TIMEOUT_MS);
    await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

function tell(after: Element): void {
  const [words] = all<HTMLTemplateElement>(NO_ANSWER);
  const alert = document.createElement('p');
  alert.id = NO_ANSWER;
  alert.className = 'fault';
  alert.setAttribute('role', 'alert');
  after.after(alert);
  // Filled once it is in the page, so that screen readers say it.
  alert.append(words?.content.cloneNode(true) ?? '');
}
