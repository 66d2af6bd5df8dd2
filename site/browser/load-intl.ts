/** Longer than a slow phone takes; a file that hangs is not waited for. */
const TIMEOUT_MS = 1_000;

/**
 * Has the browser load its languages and time zones in a worker. Chromium does that for all of a page's threads at the
 * first use of `Intl`, which takes 50 ms on a fast computer, and answers no touch on that thread meanwhile.
 * @returns a promise that resolves when that is done, or cannot be done in time
 */
export async function loadIntl(): Promise<void> {
  try {
    const worker = new Worker(new URL('./load-intl.worker.ts', import.meta.url), { type: 'module' });
    await new Promise((done) => {
      for (const end of ['message', 'error']) worker.addEventListener(end, done);
      setTimeout(done, TIMEOUT_MS);
    });
    worker.terminate();
  } catch {
    // Without workers the page's own thread loads them.
  }
}
