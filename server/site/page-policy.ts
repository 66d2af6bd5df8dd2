import { needsOf, type PageNeed } from '#domain/page-needs.ts';
import { inlineHashes } from '../http/pages/inline-hashes.ts';

/** Origins that a page may embed in a frame when it declares the need. */
export interface FrameUse {
  readonly need: PageNeed;
  readonly origin: string;
}

/**
 * The content security policy of one built page: only what the page declares is allowed. Inline scripts and styles are
 * allowed by their hashes, so that injected ones do not run (https://www.w3.org/TR/CSP3/).
 * @throws Error when the page declares an unknown need
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
    // Covered by default-src, repeated for security scanners that ignore it.
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
