import { FADE } from '../markup.ts';
import { withTimeLimit } from './network.ts';
import { isPlainClick } from './plain-click.ts';

const FADE_MS = 300;

/** If the next page has not come by then, this one is shown again. */
const STAYED_MS = 600;

/**
 * Fades pages out, for browsers without view transitions between pages: once the server has answered that the next
 * page is there. When that takes longer than the fade, or the answer is no page, this one stays until it is replaced.
 * @returns what opens another page that way
 */
export function fadeOut(): (href: string) => Promise<void> {
  const go = async (href: string) => {
    if (!isReduced() && (await isThere(href))) {
      fade('out');
      setTimeout(() => fade('in'), STAYED_MS);
      await new Promise((resolve) => setTimeout(resolve, FADE_MS));
    }
    location.assign(href);
  };
  // A page that comes back from the back/forward cache has faded out.
  addEventListener('pageshow', () => fade('in'));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || isReduced() || !leavesThisPage(link, event)) return;
    event.preventDefault();
    void go(link.href);
  });
  return go;
}

/** Whether the visitor wants no motion: the styles fade nothing then. */
function isReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

async function isThere(href: string): Promise<boolean> {
  try {
    const { headers } = await fetch(href, { method: 'HEAD', signal: withTimeLimit(FADE_MS) });
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    return isPage && !headers.has('content-disposition');
  } catch {
    return false;
  }
}

function fade(way: 'in' | 'out'): void {
  document.documentElement.setAttribute(FADE, way);
}

/** Whether a plain click on `link` opens another page of this site in this tab. */
function leavesThisPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const elsewhere = link.pathname !== location.pathname || link.search !== location.search;
  const here = link.origin === location.origin && !link.target && !link.hasAttribute('download');
  return isPlainClick(event) && here && elsewhere && !event.defaultPrevented;
}
