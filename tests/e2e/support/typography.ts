import type { Page } from 'playwright-core';

/** What the specification sets to the letter: these words keep its straight apostrophes and plain marks. */
const TO_THE_LETTER = [
  "Plus qu'une étape!",
  "Vous avez besoin d'une mise à jour",
  "Notre service d'accompagnement",
  // Of "Oui, j'ai des clients potentiels": the "Oui," stands on a line of its own.
  "j'ai des clients potentiels",
  "Bougez votre curseur ou touchez l'écran pour voir l'effet",
  'Oops! Page not found',
];

const MISTAKES = {
  'a straight apostrophe': /\p{L}'\p{L}/u,
  'no narrow space before a mark': /[^\s\u202f?!…][?!;»]|[\p{L}\d»)]\u00a0?:(?=\s|$)/u,
  'a plain space before a mark': /[ \u00a0][?!;:%»]/,
  'no narrow space after «': /«[^\u202f]/,
  'no narrow space before %': /[\d\p{L}]%/u,
  'a postcode that can leave its town': /, \d{4} \p{Lu}/u,
  '48 h': /\d[\s\u202f]h\b/,
  'an hour that is not written 9h00': /(?<![\d:.])\d{1,2}:\d{2}(?![\d:])/,
  'brackets within brackets': /\([^()]*\(/,
  'a telephone number in one piece': /\+41\d/,
  'three dots': /(?<!Envoi en cours)\.\.\./,
};

/** What in a text is not written as French is, and where. */
export function mistakesIn(text: string): string[] {
  const rest = TO_THE_LETTER.reduce((left, exempt) => left.replaceAll(exempt, ''), text);
  return Object.entries(MISTAKES).flatMap(([what, mistake]) =>
    mistake.test(rest) ? [`${what}: ${rest}`] : [],
  );
}

/** All that a page says to somebody who reads or hears it: texts by block, and what stands in attributes. */
export function saidBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SILENT = 'script, style, noscript, template, code';
    const said = ['alt', 'aria-label', 'aria-valuetext', 'title', 'placeholder', 'content'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    const isInline = (element: Element) => /^(inline|contents)$/.test(getComputedStyle(element).display);
    const blocks = new Map<Element, string>();
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let block = node.parentElement;
      if (!block || block.closest(SILENT)) continue;
      while (block.parentElement && block.tagName !== 'TITLE' && isInline(block)) block = block.parentElement;
      blocks.set(block, (blocks.get(block) ?? '') + node.nodeValue);
    }
    const addresses = /^(https?:|width=|\/|#)|^\S+$/;
    return [...said, ...blocks.values()]
      .map((text) => text.trim())
      .filter((text) => text && !addresses.test(text));
  });
}

/** Each narrow no-break space (U+202F) that is drawn, by its width in em of the text around it. */
export function narrowSpaces(page: Page): Promise<{ em: number; text: string }[]> {
  return page.evaluate(() => {
    const found: { em: number; text: string }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const element = node.parentElement;
      if (!element?.checkVisibility()) continue;
      for (let at = text.indexOf('\u202f'); at >= 0; at = text.indexOf('\u202f', at + 1)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const em =
          range.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(element).fontSize);
        found.push({ em: Math.round(em * 1000) / 1000, text: text.slice(Math.max(0, at - 20), at + 10) });
      }
    }
    return found;
  });
}

/**
 * Words that are cut at the end of a line. Tables may hyphenate theirs (`hyphens: auto`), and an address may break
 * anywhere.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden'))
        continue;
      const whole = document.createRange();
      whole.selectNodeContents(node);
      // In most texts there is no end of a line.
      if (whole.getClientRects().length < 2) continue;
      const { hyphens, overflowWrap, clipPath } = getComputedStyle(element);
      const mayBreak = overflowWrap === 'anywhere' || (hyphens === 'auto' && element.closest('table'));
      if (mayBreak || clipPath !== 'none') continue;
      for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(/e[-\u2011]mails?|\p{L}{2,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.add(word);
      }
    }
    return [...broken];
  });
}
