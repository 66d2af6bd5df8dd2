import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PAGE } from '#domain/own-page.ts';
import { unbrokenWords } from '#domain/text.ts';
import { escapeHtml } from './html.ts';
import { inlineHashes } from './inline-hashes.ts';

/** A page that the server renders. */
export interface OwnPage {
  /** Plain text, of the browser's tab. */
  readonly title: string;
  /** HTML, from its `<h1>` on. */
  readonly main: string;
  /** Whether it is a step of the funnel, and shows the progress. */
  readonly isStep?: boolean;
}

/** What surrounds every page that the server renders itself (`OWN_PAGE`). */
export interface Template {
  /** The whole document. */
  page(page: OwnPage): string;
  /** Its content policy: its styles by their hashes, its fonts and icons, forms to this site, and nothing that runs. */
  readonly policy: string;
}

/** Where no site was built. */
const BARE = `<!doctype html>
<html lang="fr-CH">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${OWN_PAGE.title}</title></head>
<body><main>${OWN_PAGE.main}</main></body>
</html>`;

/** @param siteDir folder of the built site */
export function readTemplate(siteDir: string): Template {
  try {
    return templateOf(readFileSync(join(siteDir, OWN_PAGE.file), 'utf8'));
  } catch {
    return templateOf(BARE);
  }
}

/** @param document a page with the placeholders of `OWN_PAGE` */
export function templateOf(document: string): Template {
  const [stepBegins, stepEnds] = OWN_PAGE.step;
  const steps = new RegExp(`${stepBegins}(.*?)${stepEnds}`, 's');
  return {
    page: ({ title, main, isStep = false }) =>
      document
        .replace(steps, isStep ? '$1' : '')
        .replace(OWN_PAGE.title, () => escapeHtml(title))
        // Between tags: what a visitor typed into a field stays as it is.
        .replace(OWN_PAGE.main, () => main.replace(/>[^<]+/g, unbrokenWords)),
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
