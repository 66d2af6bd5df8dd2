import { createHash } from 'node:crypto';

const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/;
const SCRIPT = /<script(?![^>]*\bsrc=)(?![^>]*\btype="application\/ld\+json")[^>]*>(.*?)<\/script>/gs;
const STYLE = /<style[^>]*>(.*?)<\/style>/gs;

/**
 * The page with a policy that knows its own inline scripts and styles, and no others: Astro names all those of the
 * site in every page, before the build has put the last of them in.
 * @param html a page as built
 */
export function withOwnPolicy(html: string): string {
  return html.replace(POLICY, (_whole, before: string, policy: string, after: string) => {
    const others = policy.split(';').filter((part) => !/^\s*(script|style)-src\b/.test(part) && part.trim());
    const own = [
      sources('script-src', contentsOf(html, SCRIPT)),
      sources('style-src', contentsOf(html, STYLE)),
    ];
    return `${before}${[...others, ...own].map((part) => part.trim()).join('; ')}${after}`;
  });
}

function contentsOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, content = '']) => content);
}

function sources(directive: string, contents: readonly string[]): string {
  const hashes = contents.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [directive, "'self'", ...new Set(hashes)].join(' ');
}
