/** Time-out for the worker's answer, in ms. Even a slow phone needs less; it passes only when the worker's file does not load. */
const TIMEOUT_MS = 1_000;

let loading: Promise<void> | undefined;

/**
 * Has a worker use `Intl` before the page does. At the first use Chromium loads its data on languages and time zones, for
 * the page and its workers together: 50 ms on a fast computer, in which the thread that does it answers no touch.
 * @returns a promise that resolves when the data is loaded, or after one second if the worker has not answered by then.
 *   It never rejects. All calls get the same promise, so only one worker is started
 */
export function loadIntl(): Promise<void> {
  loading ??= loadInWorker();
  return loading;
}

async function loadInWorker(): Promise<void> {
  try {
    const worker = new Worker(new URL('./load-intl.worker.ts', import.meta.url), { type: 'module' });
    await new Promise((done) => {
      for (const end of ['message', 'error']) worker.addEventListener(end, done);
      setTimeout(done, TIMEOUT_MS);
    });
    worker.terminate();
  } catch {
    // The browser starts no worker here: the page loads the data itself, at its own first use of `Intl`.
  }
}
