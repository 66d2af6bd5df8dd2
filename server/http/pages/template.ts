import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { OWN_PAGE } from '#domain/own-page.ts';
import { withAuditAsked } from '#domain/steps.ts';
import { unbrokenWords } from '#domain/text.ts';
import { OFFICE_ZONE } from '#site/markup.ts';

/** Data in a script element is no script: it neither runs nor needs leave. */
const DATA = /\btype="application\/(ld\+)?json"/;

/** The sources of a content policy that name the inline scripts or styles of a page (https://www.w3.org/TR/CSP3/). */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${element}\\b([^>]*)>([\\s\\S]*?)</${element}>`, 'g'));
  const texts = [...found].flatMap(([, attributes = '', text = '']) =>
    text === '' || DATA.test(attributes) ? [] : [text],
  );
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for an element and for a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A page that the server renders. */
export interface OwnPage {
  /** Plain text, of the browser's tab. */
  readonly title: string;
  /** From its `<h1>` on. */
  readonly main: ReactNode;
  /** Which step of the funnel it is: it shows the progress then. */
  readonly step?: keyof typeof OWN_PAGE.step | undefined;
  /** Whether its visitor has asked for the audit, for the progress. */
  readonly isAsked?: boolean;
  /** The office's time zone, where the page has to find out the visitor's. */
  readonly asksZone?: string | undefined;
}

/** What surrounds every page that the server renders itself (`OWN_PAGE`). */
export interface Template {
  /** The whole document. */
  page(page: OwnPage): string;
  /** Its content policy: its styles and its script by their hashes, its fonts and icons, and forms to this site. */
  readonly policy: string;
}

/** Where no site was built. */
const BARE = `<!doctype html>
<html lang="fr-CH">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${OWN_PAGE.title}</title></head>
<body><main>${OWN_PAGE.main}</main></body>
</html>`;

/**
 * @param siteDir folder of the built site
 * @param file name of the template in it
 */
export function readTemplate(siteDir: string, file: string = OWN_PAGE.file): Template {
  try {
    return templateOf(readFileSync(join(siteDir, file), 'utf8'));
  } catch {
    return templateOf(BARE);
  }
}

/** @param document a page with the placeholders of `OWN_PAGE` */
export function templateOf(document: string): Template {
  // What a script imports later is a file of this site.
  const imports = document.includes('import("/_astro/') ? ["'self'"] : [];
  const steps = Object.entries(OWN_PAGE.step).map(
    ([number, [begins, ends]]) => [Number(number), new RegExp(`${begins}(.*?)${ends}`, 's')] as const,
  );
  const atStep = (step: number | undefined, isAsked: boolean) => {
    const page = steps.reduce(
      (html, [number, part]) => html.replace(part, number === step ? '$1' : ''),
      document,
    );
    return isAsked ? withAuditAsked(page) : page;
  };
  return {
    page: ({ title, main, step, isAsked = false, asksZone }) =>
      atStep(step, isAsked)
        .replace(OWN_PAGE.title, () => escapeHtml(title))
        // Between tags: what a visitor typed into a field stays as it is.
        .replace(OWN_PAGE.main, () => {
          const html = renderToStaticMarkup(main).replace(/>[^<]+/g, unbrokenWords);
          return html + (asksZone === undefined ? '' : `<template ${OFFICE_ZONE}="${asksZone}"></template>`);
        }),
    policy: [
      "default-src 'none'",
      `style-src ${inlineHashes(document, 'style').join(' ') || "'none'"}`,
      `script-src ${[...imports, ...inlineHashes(document, 'script')].join(' ') || "'none'"}`,
      // Whether the server answers is asked before a form is sent.
      "connect-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}
