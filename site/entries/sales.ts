import { openDialogsByAddress } from '../browser/dialogs.ts';
import { hydrateIslands } from '../browser/islands.ts';
import { onFirstInteraction, whenIdle, whenSettled } from '../browser/later.ts';
import { handOverForm, sendFormsBeforeReact } from '../islands/lead-form/before-react.ts';
import { lastLead } from '../lead/last-lead.ts';
import { tellNews } from '../lead/sending.ts';

let isSetUp = false;

function setUp(): void {
  if (isSetUp) return;
  isSetUp = true;
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
onFirstInteraction(setUp);

// A reload in the middle, the way back, a next page that did not come. Not at the first interaction: what appears
// would move what is being touched, where browsers do not anchor the scroll (Safari).
whenSettled(() => {
  if (!lastLead()) return;
  setUp();
  tellNews();
});
