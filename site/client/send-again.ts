import { browserStorage, readJson } from './browser-storage.ts';

/**
 * Sends kept leads again, when called and whenever the network comes back. The code that sends is fetched only when
 * there are any; while it cannot be had, the leads stay where they are.
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
