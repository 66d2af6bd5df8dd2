import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { shellForThisFile, untilAlive, untouchedPage } from './support/chromium.ts';
import { EMAIL, fill, NAME, pending, SUBMIT, stall } from './support/lead-form.ts';
import { freshEmail, storedLeads } from './support/leads.ts';
import { stopClock } from './support/page-clock.ts';
import { watch } from './support/watch.ts';

const browser = await shellForThisFile();

/** All that React comes in, for every island. */
const REACT = /\/_astro\/(react|hydrate|[^/]+\.island)\.[^/]+\.js$/;
const COMPARE = '[data-compare] input';

let context: BrowserContext;
let page: Page;
let errors: readonly string[];
beforeEach(async () => {
  context = await browser.newContext({ baseURL: inject('siteUrl'), reducedMotion: 'reduce' });
  page = await untouchedPage(context);
  errors = watch(page, inject('siteUrl')).errors;
});
afterEach(() => context.close());

const alive = (css: string) => untilAlive(page, css);

/** Holds React up; the function that comes back lets it come. */
async function holdReact(): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(REACT, async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}

describe('React’s files', () => {
  it('are asked for at the first sign and no sooner, at low priority, each once', async () => {
    const cdp = await context.newCDPSession(page);
    const asked: { file: string; priority: string }[] = [];
    await cdp.send('Network.enable');
    cdp.on('Network.requestWillBeSent', ({ request }) => {
      if (REACT.test(request.url))
        asked.push({ file: new URL(request.url).pathname, priority: request.initialPriority });
    });
    await page.goto('/sales');
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await page.mouse.move(200, 200);
    for (const css of [NAME, '#dialog-name', '[data-film]', COMPARE]) await alive(css);
    expect(asked.map(({ priority }) => priority)).toEqual(asked.map(() => 'Low'));
    expect(new Set(asked.map(({ file }) => file)).size).toBe(asked.length);
    expect(asked).toHaveLength(5);
    expect(errors).toEqual([]);
  });

  it.each(['hang', 'are missing'])(
    'when they %s, the lead is written down, sent once, and the visitor goes on',
    async (how) => {
      const email = freshEmail();
      if (how === 'hang') await stall(page, REACT);
      else await page.route(REACT, (route) => route.fulfill({ status: 404, body: '' }));
      let requests = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/leads')) requests++;
      });
      await page.goto('/sales');
      await fill(page, 'Claire', email);
      // The page's own delays, of which the shortest is 2.5 s, are not waited for.
      await stopClock(page);
      await page.dblclick(SUBMIT);
      await page.waitForURL(/introduction/);
      expect(requests).toBe(1);
      expect(storedLeads(email)).toHaveLength(1);
      expect(await pending(page)).toEqual([]);
    },
  );

  it('when they hang, what the service refuses is said on its own page, and what was typed stands there', async () => {
    await stall(page, REACT);
    await page.route('**/api/leads', (route) =>
      route.request().headers()['content-type'] === 'application/json'
        ? route.fulfill({
            status: 422,
            contentType: 'application/json',
            body: '{"errors":[{"field":"email","message":"Non."}]}',
          })
        : route.continue(),
    );
    await page.goto('/sales');
    await page.fill(NAME, 'Claire');
    await page.fill(EMAIL, 'claire@exemple');
    const posted = page.waitForRequest(
      (request) => request.url().endsWith('/api/leads') && request.isNavigationRequest(),
    );
    await page.click(SUBMIT);
    const sent = new URLSearchParams((await posted).postData() ?? '');
    expect([sent.get('name'), sent.get('email')]).toEqual(['Claire', 'claire@exemple']);
  });
});

describe('React comes', () => {
  it('in the middle of typing, and nothing is lost', async () => {
    const letCome = await holdReact();
    await page.goto('/sales');
    await page.fill(EMAIL, 'claire@exemple.ch');
    await page.fill(NAME, 'Cla');
    await page.evaluate(
      (css) => document.querySelector<HTMLInputElement>(css)?.setSelectionRange(1, 2),
      NAME,
    );
    letCome();
    await alive(NAME);
    const state = await page.locator(NAME).evaluate((input: HTMLInputElement) => ({
      value: input.value,
      selection: [input.selectionStart, input.selectionEnd],
      focused: document.activeElement === input,
    }));
    expect(state).toEqual({ value: 'Cla', selection: [1, 2], focused: true });
    await page.keyboard.press('End');
    await page.keyboard.type('ire');
    expect([await page.inputValue(NAME), await page.inputValue(EMAIL)]).toEqual([
      'Claire',
      'claire@exemple.ch',
    ]);
    expect(errors).toEqual([]);
  });

  it('in the middle of a sending, shows it and does not repeat it', async () => {
    const email = freshEmail();
    const letCome = await holdReact();
    let requests = 0;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/leads', async (route) => {
      requests++;
      await answered;
      await route.continue();
    });
    // The visitor would go on meanwhile: a kept lead waits 2.5 s for its answer.
    await page.clock.install();
    await page.goto('/sales');
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForSelector(`${SUBMIT}[disabled]`);
    letCome();
    await page.clock.runFor(500);
    await alive(NAME);
    expect(await page.locator(SUBMIT).textContent()).toBe('Envoi en cours...');
    expect(await page.locator(SUBMIT).isDisabled()).toBe(true);
    await page.evaluate(() => document.querySelector('form')?.requestSubmit());
    answer();
    await page.clock.resume();
    await page.waitForURL(/introduction/);
    expect(requests).toBe(1);
    expect(storedLeads(email)).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('after a film and a comparison were touched: each is done once', async () => {
    const letCome = await holdReact();
    await page.goto('/sales');
    const frame = page.locator('[data-compare]');
    await frame.scrollIntoViewIfNeeded();
    const box = await frame.boundingBox();
    if (!box) throw new Error('no comparison on the page');
    await page.mouse.click(box.x + box.width * 0.8, box.y + box.height / 2);
    await page.locator('[data-film]').click();
    letCome();
    await page.locator('#consultation[open]').waitFor();
    await expect.poll(() => page.locator('video').count()).toBe(1);
    expect(await page.inputValue(COMPARE)).toBe('80');
    expect(errors).toEqual([]);
  });

  it('to what is in use first, and finds an opened dialog open', async () => {
    const letCome = await holdReact();
    await page.goto('/sales#consultation');
    await page.locator('#dialog-name:focus').waitFor();
    await page.keyboard.type('Claire');
    letCome();
    await alive('#dialog-name');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('dialog-name');
    expect(await page.inputValue('#dialog-name')).toBe('Claire');
    await alive('#consultation[open] form');
    expect(errors).toEqual([]);
  });
});

it('a film whose player does not come is the link that it was written as', async () => {
  await page.route(REACT, (route) => route.abort());
  await page.goto('/sales');
  await page.locator('[data-film]').click();
  await page.waitForURL(/\.mp4$/);
});
