import type { SchedulingProvider } from '#domain/booking.ts';
import { openDialogsByAddress } from '../browser/dialogs.ts';
import { hydrateIslands } from '../browser/islands.ts';
import { onFirstInteraction } from '../browser/later.ts';
import { visitorPage } from '../islands/booking/booking.ts';
import { showBookingWait } from '../islands/booking/booking-wait.ts';
import { lastLeadNews, onLeadNews } from '../lead/last-lead.ts';
import { readPrefill, readReference } from '../lead/prefill.ts';
import { BOOKING_LINK, need } from '../markup.ts';

/** The plain link carries the prefill and the lead's reference too, so that it serves when the island's code does not come. */
function nameVisitor(): void {
  const link = need<HTMLAnchorElement>(BOOKING_LINK);
  if (!link) return;
  const way = link.getAttribute(BOOKING_LINK) as SchedulingProvider;
  const reference = readReference(location.search) ?? lastLeadNews()?.reference;
  link.href = visitorPage({ way, page: link.href }, readPrefill(location.search), reference);
}
nameVisitor();
onLeadNews(nameVisitor);

onFirstInteraction(() => {
  openDialogsByAddress();
  const load = () => import('../islands/booking/Booking.island.tsx');
  hydrateIslands({ Booking: { load, show: showBookingWait } });
});
