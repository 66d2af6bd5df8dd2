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
  return (
    history.length > 1 &&
    URL.canParse(document.referrer) &&
    new URL(document.referrer).origin === location.origin
  );
}

/** Goes back until the page itself is left: a followed `#anchor` is an entry too, and not a page. */
function leavePage(): void {
  // Not within the event: a slow browser may then still count from the entry that it is leaving, and stay.
  const further = () => setTimeout(() => history.back());
  window.addEventListener('popstate', further);
  // Once the page is left, the listener would step back again when the visitor returns to it.
  window.addEventListener('pagehide', () => window.removeEventListener('popstate', further), { once: true });
  history.back();
}
