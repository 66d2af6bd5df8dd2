import { noteServed } from './morph.ts';
import { live, show } from './page.ts';

/** Reads the page again whenever the server says that something was written; at once when it is looked at again. */
export function keepLive(): void {
  const page = live();
  if (page !== null) noteServed(page);
  const address = page?.dataset.live;
  if (address === undefined) return;
  let [isStale, isReading, first] = [false, false, true];
  const read = async () => {
    if (!isStale || isReading || document.hidden) return;
    [isStale, isReading] = [false, true];
    try {
      const response = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (response.ok) await show(response, true);
    } catch {
      isStale = true;
    }
    isReading = false;
    if (isStale) setTimeout(read, 5_000);
  };
  const events = new EventSource(address);
  events.addEventListener('message', () => {
    // The first event says what the page was made from already.
    if (!first) isStale = true;
    first = false;
    void read();
  });
  events.addEventListener('error', () => {
    isStale = true;
  });
  document.addEventListener('visibilitychange', read);
}
