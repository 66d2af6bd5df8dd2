import { browserStorage, readJson } from './browser-storage.ts';

/**
 * Sends kept leads again, now and whenever the network comes back. Almost no visitor has any, so what it takes is
 * asked for only then; when it does not come, the leads stay where they are.
 */
export function sendKeptLeadsAgain(): void {
  const send = async () => {
    const kept = readJson(browserStorage(), 'pending_leads');
    if (typeof kept !== 'object' || (Array.isArray(kept) && kept.length === 0)) return;
    const { browserDeps, sendPending } = await import('./pending-leads.ts');
    await sendPending(browserDeps());
  };
  const sendAgain = () => void send().catch(() => undefined);
  sendAgain();
  addEventListener('online', sendAgain);
}
