// The browsers that people really have: each step of the visitor's way to the owner, beside what may be wrong with it.
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { sales } from '#content/pages/sales.ts';
import { BOOK, chooseTime } from './support/choose.ts';
import { newPage, shellForThisFile } from './support/chromium.ts';
import {
  EXTENDED,
  EXTENSION,
  HELD_LOCKS,
  NO_STORAGE,
  NULL_STORAGE,
  onceParsed,
  TOO_YOUNG,
  TRANSLATION,
} from './support/conditions.ts';
import { startDrivenSite } from './support/driven-site.ts';
import { eventually } from './support/eventually.ts';
import { EMAIL, fill, NAME, pending, SUBMIT } from './support/lead-form.ts';
import { freshEmail, storedLeads } from './support/leads.ts';
import { throwingPage, watchFunctions } from './support/throwing-page.ts';

const browser = await shellForThisFile();

/** All code that a page asks for later. */
const CODE = /\/_astro\/.*\.js$/;

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
  'changed by an extension': script(onceParsed(EXTENSION)),
  translated: script(onceParsed(TRANSLATION)),
  'storage refused': script(NO_STORAGE),
  'lock held': script(HELD_LOCKS),
  'what scripts send is blocked': (context) =>
    context.route('**/api/**', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort('blockedbyclient'),
    ),
  'a browser of 2021': script(TOO_YOUNG),
  'an app’s browser without storage': script(NULL_STORAGE),
  'prototypes extended by others': script(EXTENDED),
  'cryptography that fails': script(
    `SubtleCrypto.prototype.digest = () => Promise.reject(new DOMException('broken', 'OperationError'));`,
  ),
};

async function visit(route: string, condition: keyof typeof CONDITIONS): Promise<Page> {
  const page = await newPage(browser);
  onTestFinished(async ({ task }) => {
    const text = () => page.locator('body').innerText({ timeout: 2_000 }).catch(String);
    if (task.result?.state === 'fail') console.error(page.url(), await text());
    await page.context().close();
  });
  await CONDITIONS[condition]?.(page.context());
  await page.goto(route);
  return page;
}

const NAMES = Object.keys(CONDITIONS);
const NOT_KEPT = ['storage refused', 'an app’s browser without storage'];

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
    if (!NOT_KEPT.includes(condition)) await eventually(async () => expect(await pending(page)).toEqual([]));
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

/** Presses until the call has a page of its own, choosing a time wherever one is offered. */
async function book(page: Page, email: string): Promise<void> {
  for (let tries = 1; tries <= 6 && !BOOKED.test(page.url()); tries += 1) {
    await page.locator(BOOK).first().waitFor();
    if (await page.locator('label:has([name=start]):visible').first().isVisible()) await chooseTime(page);
    // What was typed is there at each step.
    expect([await page.inputValue('[name=name]'), await page.inputValue('[name=email]')]).toEqual([
      'Zoé',
      email,
    ]);
    expect(await page.inputValue('[name=phone]')).toBe('021 555 01 48');
    const left = page.waitForNavigation({ timeout: 6_000 }).catch(() => undefined);
    await page.locator(BOOK).first().click();
    await left;
  }
  expect(page.url()).toMatch(BOOKED);
  // The next visitor finds as many times.
  await fetch(`${page.url().split('?')[0]}/annuler`, { method: 'POST', body: new URLSearchParams() });
}

const BOOKED = /\/rendez-vous\/[\w-]{32}(\?|$)/;

describe('a call is booked', () => {
  it.each(NAMES)('on step 2: %s', async (condition) => {
    const email = freshEmail();
    const page = await visit('/introduction', condition);
    for (const [name, text] of Object.entries({ name: 'Zoé', email, phone: '021 555 01 48' }))
      await page.fill(`#booking-${name}`, text);
    await book(page, email);
  });

  it.each(NAMES)('on its own page: %s', async (condition) => {
    const email = freshEmail();
    const page = await visit('/rendez-vous', condition);
    for (const [name, text] of Object.entries({ name: 'Zoé', email, phone: '021 555 01 48' }))
      await page.fill(`[name=${name}]`, text);
    await book(page, email);
  });
});

describe('an audit is asked for', () => {
  it.each(NAMES)('%s', async (condition) => {
    // One client may ask for few audits.
    const site = await startDrivenSite();
    onTestFinished(() => site.close());
    const page = await visit(`${site.url}/introduction`, condition);
    await page.fill('#audit-url', 'exemple.invalid');
    const [status, report] = [page.locator('#audit .is-live'), /\/(audit\/[\w-]{32}|api\/audits)$/];
    for (let tries = 1; tries <= 3; tries += 1) {
      const left = page.waitForURL(report, { timeout: 6_000 }).catch(() => undefined);
      if (!(await status.isVisible()) && !report.test(page.url())) {
        expect(await page.inputValue('#audit-url')).toBe('exemple.invalid');
        await page.click('#audit button[type=submit]');
      }
      await Promise.race([left, status.waitFor({ timeout: 6_000 }).catch(() => undefined)]);
    }
    expect(report.test(page.url()) || (await status.isVisible())).toBe(true);
  });
});

it('where what scripts send is swallowed, the next step leads back to the form, which is then posted itself', async () => {
  const email = freshEmail();
  const page = await newPage(browser);
  onTestFinished(() => page.context().close());
  await page.context().route('**/api/**', (route) => {
    if (route.request().isNavigationRequest()) void route.continue();
  });
  await page.goto('/sales');
  for (const again of [false, true]) {
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    if (again) break;
    await page.getByText('notée dans ce navigateur').waitFor();
    await page.locator('[data-lead-again]').click();
    await page.waitForURL(/sales/);
  }
  await page.getByText('notée et bien reçue').waitFor();
  expect(storedLeads(email)).toHaveLength(1);
  expect(await pending(page)).toEqual([]);
});

it('what a browser fills in by itself without an event is sent', async () => {
  const email = freshEmail();
  const page = await newPage(browser);
  onTestFinished(() => page.context().close());
  await page.goto('/sales');
  await page.hover('h1');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#page-name') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.evaluate((address) => {
    for (const [css, text] of [
      ['#page-name', 'Claire'],
      ['#page-email', address],
    ] as const)
      Object.assign(document.querySelector(css) ?? {}, { value: text });
  }, email);
  await page.click(SUBMIT);
  await page.waitForURL(/introduction/);
  expect(storedLeads(email)).toMatchObject([{ name: 'Claire' }]);
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

/** Visits at a time. */
const AT_ONCE = 4;

it('whichever function throws on the way of a lead, it arrives, once', async () => {
  const page = throwingPage(await (await fetch(`${inject('siteUrl')}/sales`)).text());
  /** @returns the functions that were called from the submit on */
  const send = async (throwing: number): Promise<number[]> => {
    const email = freshEmail();
    const visitor = await newPage(browser);
    const context = visitor.context();
    await context.route(CODE, (route) => route.abort());
    await context.route('**/sales', (route) => route.fulfill({ body: page, contentType: 'text/html' }));
    const called: number[] = [];
    await visitor.exposeFunction('__note', (nth: number) => called.push(nth));
    await visitor.addInitScript(watchFunctions(throwing));
    await visitor.goto('/sales');
    await fill(visitor, 'Claire', email);
    await visitor.click(SUBMIT);
    await eventually(() => expect(storedLeads(email), `function ${throwing}`).toHaveLength(1), 12_000);
    await visitor.waitForURL(/introduction/);
    if (throwing === 0) await eventually(async () => expect(await pending(visitor)).toEqual([]));
    expect(storedLeads(email), `function ${throwing}`).toHaveLength(1);
    await context.close();
    return called;
  };
  const left = await send(0);
  expect(left.length).toBeGreaterThan(30);
  const failed: unknown[] = [];
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop())
      await send(next).catch((error) => failed.push(error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(failed).toEqual([]);
});
