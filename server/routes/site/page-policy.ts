import { needsOf, type PageNeed } from '#domain/page-needs.ts';
import { inlineHashes } from '../../pages/inline-hashes.ts';

/** Foreign pages that a page may put into a frame, and the need that asks for them. */
export interface FrameUse {
  readonly need: PageNeed;
  readonly origin: string;
}

/**
 * The content security policy of one built page: nothing, and then only what it declares. Inline scripts and
 * styles are named by their hashes, so that what somebody else puts into the page does not run
 * (https://www.w3.org/TR/CSP3/).
 * @throws Error when the page declares a need that nobody knows
 */
export function pagePolicy(html: string, frames: readonly FrameUse[]): string {
  const scripts = inlineHashes(html, 'script');
  const styles = inlineHashes(html, 'style');
  const needs = needsOf(html);
  const origins = frames.filter(({ need }) => needs.has(need)).map(({ origin }) => origin);
  const directives: [name: string, sources: readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', /<script\b/.test(html) ? ["'self'", ...scripts] : []],
    ['style-src', ["'self'", ...styles]],
    ['img-src', ["'self'"]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['media-src', needs.has('film') ? ["'self'"] : []],
    ['manifest-src', ["'self'"]],
    ['frame-src', origins],
    // Said again, since not every scanner follows default-src.
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', [needs.has('form') ? "'self'" : "'none'"]],
    ['frame-ancestors', ["'none'"]],
  ];
  return directives
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
