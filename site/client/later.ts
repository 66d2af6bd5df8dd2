/** Does `work` once the page stands and the browser has time: nothing plays before its words are there. */
export function oncePainted(work: () => Promise<unknown>): void {
  // Code that does not come costs an ornament, never the page.
  const begin = () => void work().catch(() => undefined);
  const soon = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 });
    else setTimeout(begin);
  };
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
