/** How long the page waits for the worker, in ms: even a slow phone needs less, unless the worker's file hangs. */
const TIMEOUT_MS = 1_000;

let loading: Promise<void> | undefined;

/**
 * Has a worker use `Intl` before the page does. At the first use Chromium loads its data on languages and time zones, for
 * the page and its workers together: 50 ms on a fast computer, in which the thread that does it answers no touch.
 * @returns a promise, the same for every call, that resolves once the data is loaded, or after a second without it
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
