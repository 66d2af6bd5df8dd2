import { booking } from '#content/booking.ts';
import { type FrameUse, pagePolicy } from './page-policy.ts';

/** The third parties that a visitor can ask for; the pages that offer them declare it. */
const FRAMES: readonly FrameUse[] = [
  ...(booking.provider === 'own' ? [] : [{ need: 'booking' as const, origin: new URL(booking.page).origin }]),
  { need: 'youtube', origin: 'https://www.youtube-nocookie.com' },
];

/** Pages whose address holds what a visitor typed: no request and no link out of them says where they come from. */
const PRIVATE_ADDRESSES = new Set(['/introduction']);

/**
 * What a file of the site says beside its content.
 * @param address as a visitor types it
 * @param html the page, when it is one
 */
export function headersOf(address: string, html: string | undefined): Readonly<Record<string, string>> {
  return {
    ...(html !== undefined && { 'content-security-policy': pagePolicy(html, FRAMES) }),
    ...(PRIVATE_ADDRESSES.has(address) && { 'referrer-policy': 'no-referrer' }),
    // The pictures a page is shared with are shown by other sites; nothing else is theirs to use.
    ...(address.startsWith('/og/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  };
}
