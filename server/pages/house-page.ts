import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PAGE } from '#domain/own-page.ts';
import { escapeHtml } from './html.ts';
import { inlineHashes } from './inline-hashes.ts';

/** What a page of the server's own says. */
export interface OwnPage {
  /** Plain text, of the browser's tab. */
  readonly title: string;
  /** HTML, from its `<h1>` on. */
  readonly main: string;
  /** Whether it is a step of the funnel, and shows the progress. */
  readonly isStep?: boolean;
}

/** The house around the pages that the server makes itself. */
export interface House {
  /** The whole document. */
  page(page: OwnPage): string;
  /** Its content policy: its styles by their hashes, its fonts and icons, forms to this site, and nothing that runs. */
  readonly policy: string;
}

/** What stands around a page where there is no built site: its words are enough. */
const BARE = `<!doctype html>
<html lang="fr-CH">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${OWN_PAGE.title}</title></head>
<body><main>${OWN_PAGE.main}</main></body>
</html>`;

/** @param siteDir folder of the built site, in which the build leaves the house (domain/own-page.ts) */
export function readHouse(siteDir: string): House {
  try {
    return houseOf(readFileSync(join(siteDir, OWN_PAGE.file), 'utf8'));
  } catch {
    return houseOf(BARE);
  }
}

/** @param document a page with the marks of domain/own-page.ts where the server's words go */
export function houseOf(document: string): House {
  const [stepBegins, stepEnds] = OWN_PAGE.step;
  const steps = new RegExp(`${stepBegins}(.*?)${stepEnds}`, 's');
  return {
    page: ({ title, main, isStep = false }) =>
      document
        .replace(steps, isStep ? '$1' : '')
        .replace(OWN_PAGE.title, () => escapeHtml(title))
        .replace(OWN_PAGE.main, () => main),
    policy: [
      "default-src 'none'",
      `style-src ${inlineHashes(document, 'style').join(' ') || "'none'"}`,
      "font-src 'self'",
      "img-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}
