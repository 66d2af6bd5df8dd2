import '../lead/sender-in-page.ts';
import { hydrateIslands } from '../browser/islands.ts';
import { onceTouched } from '../browser/later.ts';
import { lastLeadNews, onLeadNews } from '../lead/last-lead.ts';
import { readPrefill } from '../lead/prefill.ts';

const prefill = readPrefill(location.search);

/** Greets by the name that was typed in this tab, whatever the address says, and tells what became of the lead. */
function greet(): void {
  const greeting = document.querySelector<HTMLElement>('[data-greeting]');
  const news = lastLeadNews();
  if (!greeting || !news || news.name !== prefill.name) return;
  const words = (greeting.dataset[news.state] ?? '').replace('%', () => news.name);
  // Readers announce a text that is written again, even the same.
  if (greeting.textContent !== words) greeting.textContent = words;
  document.querySelector('[data-lead-again]')?.toggleAttribute('hidden', news.state !== 'refused');
}
if (prefill.name) {
  greet();
  onLeadNews(greet);
}

onceTouched(() => hydrateIslands({ Film: { load: () => import('../islands/film/Film.island.tsx') } }));
