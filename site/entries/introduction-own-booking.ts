import { withPrefill } from '../islands/booking/booking.ts';
import { lastLeadNews, onLeadNews } from '../lead/last-lead.ts';
import { readPrefill, readReference } from '../lead/prefill.ts';

/** Has the link to our own booking carry who the visitor is, and which lead the call belongs to once that is known. */
function prefillLink(): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-booking-link]');
  const ref = readReference(location.search) ?? lastLeadNews()?.reference;
  if (link) link.href = withPrefill(link.href, { ...readPrefill(location.search), ...(ref && { ref }) });
}
prefillLink();
onLeadNews(prefillLink);
