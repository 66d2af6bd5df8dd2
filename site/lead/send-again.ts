import { browserStorage, readJson } from '../browser/storage.ts';
import { PENDING_LEADS } from './pending-lead.ts';

/**
 * Where the code that sends again comes from: a file, asked for when there is something to send. The page after the
 * form has it itself and says so here (entries/introduction.ts).
 */
export const sender: { load: () => Promise<{ sendUntilGone: () => Promise<void> }> } = {
  load: () => import('./send-pending.ts'),
};

/** Sends kept leads again when there are any, until none is left; while the code cannot be had, they stay. */
export function sendKeptLeads(): void {
  const kept = readJson(browserStorage(), PENDING_LEADS);
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
