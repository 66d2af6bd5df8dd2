// The browsers that people really have: each step of the visitor's way to the owner, beside what may be wrong with it.
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { sales } from '#content/pages/sales.ts';
import { newPage, shellForThisFile } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { EMAIL, fill, NAME, pending, SUBMIT } from './support/lead-form.ts';
import { freshEmail, storedLeads } from './support/leads.ts';

const browser = await shellForThisFile();

/** All code that a page asks for later. */
const CODE = /\/_astro\/.*\.js$/;

/** What the oldest browsers that are served lack (`browserslist` in package.json: Safari 15.4, Chrome 94, Firefox 93). */
const TOO_YOUNG = `
  delete AbortSignal.timeout;
  delete AbortSignal.any;
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']) delete Array.prototype[name];
  delete Object.groupBy; delete Map.groupBy; delete Promise.withResolvers; delete Array.fromAsync; delete URL.canParse;
  delete URL.parse; delete String.prototype.isWellFormed; delete String.prototype.toWellFormed;
  for (const name of ['structuredClone', 'reportError', 'scheduler', 'navigation', 'HTMLDialogElement', 'requestIdleCallback'])
    delete window[name];
  delete Element.prototype.checkVisibility; delete Element.prototype.ariaBusy; delete Element.prototype.role;
  delete HTMLElement.prototype.inert;`;

/** As password managers do once the page stands: an element of their own right behind each field. */
const EXTENSION = `addEventListener('DOMContentLoaded', () => {
  for (const field of document.querySelectorAll('form input')) {
    field.setAttribute('data-extension', 'id');
    field.insertAdjacentHTML('afterend', '<extension-icon style="position:absolute"></extension-icon>');
  }
});`;

/** As Chrome's and Google's translators do: each text moves into two elements of theirs. */
const TRANSLATION = `addEventListener('DOMContentLoaded', () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode())
    if (texts.currentNode.data.trim() && !texts.currentNode.parentElement.closest('script,style,template,noscript'))
      found.push(texts.currentNode);
  for (const text of found) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.textContent = 'Translated: ' + text.data;
  }
});`;

/** Another tab holds every lock of ours and never gives it back. */
const HELD_LOCKS = `for (const name of ['pending_leads:list', 'pending_leads:send'])
  void navigator.locks.request(name, () => new Promise(() => {}));`;

const NO_STORAGE = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`;

const script = (content: string) => (context: BrowserContext) => context.addInitScript(content);

const CONDITIONS: Readonly<Record<string, (context: BrowserContext) => Promise<unknown>>> = {
  'script late': (context) =>
    context.route(CODE, async (route) => {
      await new Promise((later) => setTimeout(later, 1_500));
      await route.continue().catch(() => {});
    }),
  'script gone': (context) => context.route(CODE, (route) => route.abort()),
  'script throws': (context) =>
    context.route(CODE, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("of the test")' }),
    ),
  'changed by an extension': script(EXTENSION),
  translated: script(TRANSLATION),
  'storage refused': script(NO_STORAGE),
  'lock held': script(HELD_LOCKS),
  'what scripts send is blocked': (context) =>
    context.route('**/api/**', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort('blockedbyclient'),
    ),
  'a browser of 2021': script(TOO_YOUNG),
};

async function visit(route: string, condition: keyof typeof CONDITIONS): Promise<Page> {
  const page = await newPage(browser);
  onTestFinished(() => page.context().close());
  await CONDITIONS[condition]?.(page.context());
  await page.goto(route);
  return page;
}

const NAMES = Object.keys(CONDITIONS);

describe('a lead arrives, once, and the visitor goes on', () => {
  it.each(NAMES)('%s', async (condition) => {
    const email = freshEmail();
    const page = await visit('/sales', condition);
    await page.focus(NAME);
    await page.keyboard.type('Claire');
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    await eventually(() => expect(storedLeads(email)).toMatchObject([{ name: 'Claire' }]));
    if (condition !== 'storage refused')
      await eventually(async () => expect(await pending(page)).toEqual([]));
    expect(storedLeads(email)).toHaveLength(1);
  });

  it.each(NAMES)('from the dialog: %s', async (condition) => {
    const email = freshEmail();
    const page = await visit('/sales', condition);
    await page.locator('main a[href="#consultation"]').first().click();
    await page.locator('#dialog-name').fill('Claire');
    await page.locator('#dialog-email').fill(email);
    await page.locator('#consultation button[type=submit]').click();
    await page.waitForURL(/introduction/);
    await eventually(() => expect(storedLeads(email)).toHaveLength(1));
  });
});

describe('what is typed, selected and focused when React comes is there after it', () => {
  it.each(['changed by an extension', 'translated'])('%s', async (condition) => {
    const page = await visit('/sales', condition);
    let letCome = () => {};
    const held = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route(CODE, async (route) => {
      await held;
      await route.continue();
    });
    await page.fill(EMAIL, 'claire@exemple.ch');
    await page.fill(NAME, 'Claire');
    await page.evaluate(
      (css) => document.querySelector<HTMLInputElement>(css)?.setSelectionRange(1, 3),
      NAME,
    );
    letCome();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#page-name') ?? {}).some((key) => key.startsWith('__react')),
    );
    const hand = await page.evaluate(() => {
      const [name, email] = ['#page-name', '#page-email'].map((css) =>
        document.querySelector<HTMLInputElement>(css),
      );
      return {
        typed: [name?.value, email?.value],
        selected: [name?.selectionStart, name?.selectionEnd],
        focused: document.activeElement?.id,
      };
    });
    expect(hand).toEqual({
      typed: ['Claire', 'claire@exemple.ch'],
      selected: [1, 3],
      focused: 'page-name',
    });
  });

  it('a page that is translated after React came goes on as the plain form when React fails over it', async () => {
    const email = freshEmail();
    const page = await visit('/sales', 'script late');
    await fill(page, 'Claire', email);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#page-name') ?? {}).some((key) => key.startsWith('__react')),
    );
    // What React is to remove next is not where it has put it.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('[data-lead-form] > *, [data-lead-form] p > *'))
        one.removeChild = () => {
          throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
        };
      const island = document.querySelector('[data-island=LeadForm]');
      const form = island?.querySelector('form');
      Object.defineProperty(form?.querySelector('button span') ?? {}, 'textContent', {
        set() {
          throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
        },
      });
      Object.defineProperty(form?.querySelector('button span')?.firstChild ?? {}, 'nodeValue', {
        set() {
          throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
        },
      });
    });
    const told = page.waitForRequest('**/api/island-faults?island=LeadForm&fault=failed');
    await page.click(SUBMIT);
    await told;
    await page.waitForURL(/introduction/);
    await eventually(() => expect(storedLeads(email)).toHaveLength(1));
  });
});

it('where the form cannot be posted either, the visitor finds what was typed and whom to write to or call', async () => {
  const page = await newPage(browser);
  onTestFinished(() => page.context().close());
  await page.context().route('**/api/**', (route) => route.abort('blockedbyclient'));
  await page.goto('/sales');
  await fill(page, 'Claire', 'claire@exemple.ch');
  await page.click(SUBMIT);
  // The browser's own page of an error.
  await eventually(() => expect(page.url()).toContain('chrome-error:'));
  await page.goBack();
  await page.locator('#formulaire a[href^="tel:"]').waitFor();
  expect(await page.locator('#formulaire a[href^="mailto:"]').isVisible()).toBe(true);
  expect(await page.locator('#formulaire').innerText()).toContain(sales.form.news.kept);
  expect([await page.inputValue(NAME), await page.inputValue(EMAIL)]).toEqual([
    'Claire',
    'claire@exemple.ch',
  ]);
});

it('below the floor no script runs, and the plain form does its work', async () => {
  const email = freshEmail();
  const page = await newPage(browser);
  onTestFinished(() => page.context().close());
  await page.addInitScript('delete Object.hasOwn');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/sales');
  await fill(page, 'Claire', email);
  await page.click(SUBMIT);
  await page.waitForURL(/introduction/);
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);
  expect(storedLeads(email)).toHaveLength(1);
  expect(inject('siteUrl')).toBe(new URL(page.url()).origin);
});
