import '#content/availability.ts';
import '#content/booking.ts';
import '#content/business.ts';
import '#content/locations.ts';
import '#content/office.ts';
import '#content/services.ts';
import { placeholders } from '#content/placeholder.ts';
import type { Finding } from './finding.ts';

/** Every made-up fact that the content still holds. */
export function checkContent(): Finding[] {
  return placeholders().map(({ path, what, value }) => ({
    weight: 'mend',
    text: `content/${path} : « ${value} » est inventé ; mettez ${what}.`,
  }));
}
