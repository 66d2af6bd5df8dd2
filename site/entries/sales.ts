import { openDialogsByAddress } from '../browser/dialogs.ts';
import { hydrateIslands } from '../browser/islands.ts';
import { oncePainted, onceStanding, onceTouched } from '../browser/later.ts';
import { handOverForm, sendFormsBeforeReact } from '../islands/lead-form/before-react.ts';
import { lastLead } from '../lead/last-lead.ts';
import { tellNews } from '../lead/sending.ts';

let isAwake = false;

function wake(): void {
  if (isAwake) return;
  isAwake = true;
  sendFormsBeforeReact();
  openDialogsByAddress();
  oncePainted(() => import('./sales-scrolled.ts'));
  hydrateIslands({
    LeadForm: {
      load: () => import('../islands/lead-form/LeadForm.island.tsx'),
      add: handOverForm,
    },
    Film: { load: () => import('../islands/film/Film.island.tsx') },
    Compare: { load: () => import('../islands/compare/Compare.island.tsx') },
  });
}
onceTouched(wake);

// A reload in the middle, the way back, a next page that did not come. Not at the first touch: what appears above it
// would move what is being touched, where browsers do not hold the place (Safari).
onceStanding(() => {
  if (!lastLead()) return;
  wake();
  tellNews();
});
