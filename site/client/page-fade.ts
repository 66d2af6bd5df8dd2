const FADE_MS = 300;

/**
 * Fades pages in and out where the browser has no cross-document view transitions.
 * The event is what tells: Firefox parses the `@view-transition` rule and does nothing with it.
 */
export function fadePages(): void {
  if (!needsStandIn()) return;
  document.documentElement.dataset.fade = 'in';
  window.addEventListener('pageshow', () => {
    document.documentElement.dataset.fade = 'in';
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !leavesThisPage(link, event)) return;
    event.preventDefault();
    goTo(link.href);
  });
}

/** Opens another page of this site, fading this one out. */
export function goTo(href: string): void {
  if (!needsStandIn()) {
    location.assign(href);
    return;
  }
  document.documentElement.dataset.fade = 'out';
  setTimeout(() => location.assign(href), FADE_MS);
}

function needsStandIn(): boolean {
  return !Reflect.has(window, 'onpagereveal') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Whether a plain click on `link` opens another page of this site in this tab. */
function leavesThisPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const elsewhere = link.pathname !== location.pathname || link.search !== location.search;
  const here = link.origin === location.origin && !link.target && !link.hasAttribute('download');
  return plain && here && elsewhere && !event.defaultPrevented;
}
