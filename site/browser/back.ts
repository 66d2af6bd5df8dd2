import { all, BACK } from '../markup.ts';
import { isPlainClick } from './plain-click.ts';

/**
 * Makes every `[data-back]` link go to the previous page when the visitor came from a page of this site in this
 * tab. Without that (a shared address, a new tab, no JavaScript) it stays what it is: a link to the landing.
 */
export function goBackWhereOneCameFrom(): void {
  if (!cameFromHere()) return;
  for (const link of all<HTMLAnchorElement>(BACK)) {
    link.addEventListener('click', (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      leavePage();
    });
  }
}

function cameFromHere(): boolean {
  return history.length > 1 && document.referrer.startsWith(`${location.origin}/`);
}

/**
 * Goes back to the page before: a followed `#anchor` is an entry too, and not a page. In one step where the browser tells
 * which entry that is (Navigation API); otherwise entry by entry, and a busy browser may lose a step that is asked for
 * while the one before it still ends.
 */
function leavePage(): void {
  const current = window.navigation?.currentEntry?.index ?? 0;
  const page = window.navigation
    ?.entries()
    .slice(0, current)
    .filter(({ sameDocument }) => !sameDocument)
    .at(-1);
  if (page) {
    history.go(page.index - current);
    return;
  }
  const further = () => history.back();
  window.addEventListener('popstate', further);
  // Once the page is left, the listener would step back again when the visitor returns to it.
  window.addEventListener('pagehide', () => window.removeEventListener('popstate', further), { once: true });
  history.back();
}
