import { hydrateIslands } from '../browser/islands.ts';
import { FALLBACK_AFTER_MS, onFirstInteractionOr, whenIdle, whenSettled } from '../browser/later.ts';
import { isPlainClick } from '../browser/plain-click.ts';
import { handOverForm, sendFormsBeforeReact, takeFormBack } from '../islands/lead-form/before-react.ts';
import { lastLead } from '../lead/last-lead.ts';
import { backOrAfter, tellNews } from '../lead/sending.ts';

/**
 * Has the dialog open by script once that has come. A click meanwhile waits for it; where it stays away, the link is what
 * it was written as, and `:target` shows the dialog in the page.
 */
async function openDialogs(): Promise<void> {
  let clicked: HTMLElement | undefined;
  const hold = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLElement>('a[href="#consultation"]');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    clicked = link;
  };
  addEventListener('click', hold);
  const opening = import('../browser/dialogs.ts').then((file) => file.openDialogsByAddress());
  await Promise.race([opening, backOrAfter(FALLBACK_AFTER_MS)]).catch(() => {});
  removeEventListener('click', hold);
  clicked?.click();
}

function setUp(): void {
  sendFormsBeforeReact();
  const dialogs = openDialogs();
  whenIdle(() => import('./sales-scrolled.ts'));
  hydrateIslands({
    LeadForm: {
      load: () => import('../islands/lead-form/LeadForm.island.tsx'),
      props: handOverForm,
      plain: takeFormBack,
    },
    // A film opens the dialog.
    Film: { load: () => dialogs.then(() => import('../islands/film/Film.island.tsx')) },
    Compare: { load: () => import('../islands/compare/Compare.island.tsx') },
  });
}

// Without a touch for a reload in the middle, the way back, a next page that did not come. Not at the first
// interaction: what appears would move what is being touched, where browsers do not anchor the scroll (Safari).
onFirstInteractionOr(
  (work) =>
    whenSettled(() => {
      if (!lastLead()) return;
      work();
      tellNews();
    }),
  setUp,
);
