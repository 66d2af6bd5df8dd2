import { openDialogsByAddress } from '../browser/dialogs.ts';
import { hydrateIslands } from '../browser/islands.ts';
import { onFirstInteractionOr, whenIdle, whenSettled } from '../browser/later.ts';
import { handOverForm, sendFormsBeforeReact } from '../islands/lead-form/before-react.ts';
import { lastLead } from '../lead/last-lead.ts';
import { tellNews } from '../lead/sending.ts';

function setUp(): void {
  sendFormsBeforeReact();
  openDialogsByAddress();
  whenIdle(() => import('./sales-scrolled.ts'));
  hydrateIslands({
    LeadForm: {
      load: () => import('../islands/lead-form/LeadForm.island.tsx'),
      props: handOverForm,
    },
    Film: { load: () => import('../islands/film/Film.island.tsx') },
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
