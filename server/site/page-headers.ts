import { booking } from '#content/booking.ts';
import { byWay } from '#domain/booking.ts';
import { type FrameUse, pagePolicy } from './page-policy.ts';

/** Third-party pages that a page may embed when it declares that it does. */
const FRAMES: readonly FrameUse[] = [
  ...byWay<readonly FrameUse[]>(booking, {
    own: [],
    provider: ({ page }) => [{ need: 'booking', origin: new URL(page).origin }],
    message: [],
  }),
  { need: 'youtube', origin: 'https://www.youtube-nocookie.com' },
];

/** Pages whose address may hold what a visitor typed, or a secret: they send no referrer. */
const PRIVATE_ADDRESSES = new Set(['/introduction', '/validation']);

/**
 * The headers of one file of the site, besides those of every answer.
 * @param address path, as in a request
 * @param html the page, when it is one
 */
export function headersOf(address: string, html: string | undefined): Readonly<Record<string, string>> {
  return {
    ...(html !== undefined && { 'content-security-policy': pagePolicy(html, FRAMES) }),
    ...(PRIVATE_ADDRESSES.has(address) && { 'referrer-policy': 'no-referrer' }),
    // Other sites show the preview images of shared links; no other file may be embedded elsewhere.
    ...(address.startsWith('/og/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  };
}
