import { browserStorage, readJson } from '../browser/storage.ts';

/**
 * Where the code that sends again comes from: a file, asked for when there is something to send. The step after the
 * form has it in its page, so that a file that never comes holds up no lead.
 */
export const sender: { load: () => Promise<{ sendUntilGone: () => Promise<void> }> } = {
  load: () => import('./pending-leads.ts'),
};

/** Sends kept leads again when there are any, until none is left; while the code cannot be had, they stay. */
export function sendKeptLeads(): void {
  const kept = readJson(browserStorage(), 'pending_leads');
  if (kept && JSON.stringify(kept) !== '[]')
    sender
      .load()
      .then(({ sendUntilGone }) => sendUntilGone())
      .catch(() => {});
}

/** Sends kept leads again, when called and whenever the network comes back. */
export function sendKeptLeadsAgain(): void {
  sendKeptLeads();
  addEventListener('online', sendKeptLeads);
}
