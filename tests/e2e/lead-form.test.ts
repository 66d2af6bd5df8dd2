import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchWithoutWebgl, openPage } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { freshEmail, storedLeads } from './support/leads.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchWithoutWebgl();
});
afterAll(() => browser.close());

const NAME = '#page-name';
const EMAIL = '#page-email';
const SUBMIT = '#formulaire button[type=submit]';

async function fill(page: Page, name: string, email: string): Promise<void> {
  await page.fill(NAME, name);
  await page.fill(EMAIL, email);
}

/** Begins to fill the form in, and waits until what it takes to send has come. */
async function begun(page: Page): Promise<void> {
  const code = page.waitForResponse('**/submit-form*.js');
  await page.focus(NAME);
  await (await code).finished();
}

const pending = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('pending_leads') ?? '[]') as Record<string, string>[]);

/** Makes the service answer as told; returns how many leads were sent to it. */
async function answerWith(on: BrowserContext | Page, answer: 'abort' | { status: number; body: string }) {
  const seen = { count: 0 };
  await on.route('**/api/leads', (route) => {
    seen.count++;
    return answer === 'abort' ? route.abort() : route.fulfill({ ...answer, contentType: 'application/json' });
  });
  return seen;
}

describe('the lead form', () => {
  it.each([
    ['   ', 'x@exemple.ch', NAME],
    ['Claire', '   ', EMAIL],
  ])('asks nobody and goes nowhere when a field is blank (%j, %j)', async (name, email, at) => {
    const page = await openPage(browser, '/sales');
    const seen = await answerWith(page, 'abort');
    await begun(page);
    await fill(page, name, email);
    await page.click(SUBMIT);
    expect(await page.evaluate(() => `#${document.activeElement?.id}`)).toBe(at);
    expect(await page.locator(at).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/sales');
    expect(seen.count).toBe(0);
    await page.context().close();
  });

  it('says that it is sending, and lets nobody send twice meanwhile', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let requests = 0;
    await page.route('**/api/leads', async (route) => {
      requests++;
      await held;
      await route.continue();
    });
    await begun(page);
    await fill(page, 'Claire', email);
    await page.dblclick(SUBMIT);
    await page.waitForSelector(`${SUBMIT}[disabled]`);
    expect(await page.locator(SUBMIT).textContent()).toBe('Envoi en cours...');
    release();
    await page.waitForURL(/introduction/);
    expect(requests).toBe(1);
    expect(storedLeads(email)).toHaveLength(1);
    await page.context().close();
  });

  it('is one lead from two tabs and after a reload in the middle', async () => {
    const email = freshEmail();
    const first = await openPage(browser, '/sales');
    const second = await first.context().newPage();
    await second.goto('/sales');
    for (const page of [first, second]) await fill(page, 'Claire', email);
    await Promise.all([first.click(SUBMIT), second.click(SUBMIT)]);
    await Promise.all([first.waitForURL(/introduction/), second.waitForURL(/introduction/)]);

    // The service gets the lead, its answer is lost in a reload: what was written down is sent again.
    await second.goto('/sales');
    await begun(second);
    let lost = true;
    await second.route('**/api/leads', async (route) => {
      if (!lost) return route.continue();
      await route.fetch();
      await new Promise(() => {});
    });
    const sent = second.waitForRequest('**/api/leads');
    await fill(second, 'Claire', email);
    await second.click(SUBMIT);
    await sent;
    expect(await pending(second)).toMatchObject([{ email }]);
    // Taking the route away would end the request, and the form would go on by itself.
    lost = false;
    await second.goto('/sales');
    await eventually(async () => expect(await pending(second)).toEqual([]));
    expect(storedLeads(email)).toHaveLength(1);
    await first.context().close();
  });

  it.each([
    ['no network', 'abort'],
    ['a failing service', { status: 503, body: '{}' }],
    ['a portal that answers in its place', { status: 200, body: '{"welcome":"Wi-Fi"}' }],
    ['too many requests', { status: 429, body: '{}' }],
  ] as const)('keeps the lead and moves on over %s', async (_case, answer) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await answerWith(page.context(), answer);
    await begun(page);
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    const [entry] = await pending(page);
    expect(entry).toMatchObject({ name: 'Claire', email, status: 'Cold' });
    expect(entry?.id).toMatch(/^pending_\d+$/);
    expect(storedLeads(email)).toEqual([]);

    await page.context().unroute('**/api/leads');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await eventually(async () => expect(await pending(page)).toEqual([]));
    expect(storedLeads(email)).toMatchObject([{ id: entry?.leadId, name: 'Claire' }]);
    await page.context().close();
  });

  it('sends a kept lead again on the next page load', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await answerWith(page.context(), 'abort');
    await begun(page);
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    await page.context().unroute('**/api/leads');
    await page.goto('/home');
    await eventually(() => expect(storedLeads(email)).toHaveLength(1));
    await page.context().close();
  });

  it('says that it failed, and keeps what was typed, only when the lead can be neither sent nor kept', async () => {
    const page = await openPage(browser, '/sales');
    await answerWith(page, 'abort');
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await begun(page);
    await fill(page, 'Claire', 'claire@exemple.ch');
    await page.click(SUBMIT);
    const alert = page.locator('#formulaire [role=alert]');
    await eventually(async () =>
      expect(await alert.textContent()).toBe(
        'Une erreur est survenue. Veuillez réessayer ou contacter le support.',
      ),
    );
    expect(await page.inputValue(NAME)).toBe('Claire');
    expect(await page.inputValue(EMAIL)).toBe('claire@exemple.ch');
    expect(await page.locator(SUBMIT).isEnabled()).toBe(true);
    await page.context().close();
  });

  it('says what the service finds wrong', async () => {
    const page = await openPage(browser, '/sales');
    const body = JSON.stringify({ errors: [{ field: 'email', message: 'Cette adresse est refusée.' }] });
    await answerWith(page, { status: 422, body });
    await begun(page);
    await fill(page, 'Claire', 'claire@exemple.ch');
    await page.click(SUBMIT);
    await page.getByText('Cette adresse est refusée.').waitFor();
    expect(await pending(page)).toEqual([]);
    await page.context().close();
  });

  it('holds a submit that comes before its code', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.route('**/submit-form*.js', async (route) => {
      await page.waitForSelector('body[data-clicked]', { state: 'attached' });
      await route.continue();
    });
    const posted = page.waitForRequest('**/api/leads');
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.evaluate(() => {
      document.body.dataset.clicked = '';
    });
    expect((await posted).headers()['content-type']).toBe('application/json');
    await page.waitForURL(/introduction/);
    expect(storedLeads(email)).toHaveLength(1);
    await page.context().close();
  });

  it('keeps the lead when neither its code nor the service can be reached', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.route(/submit-form.*\.js|\/api\/leads/, (route) => route.abort());
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    expect(await pending(page)).toMatchObject([{ email }]);
    await page.context().close();
  });

  it.each(['{', '42', '"x"', '[null,{"name":1}]'])('works over damaged storage %s', async (damaged) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.evaluate((value) => {
      localStorage.setItem('user_session', value);
      localStorage.setItem('pending_leads', value);
    }, damaged);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.reload();
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    expect(storedLeads(email)).toHaveLength(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('works in a browser that denies storage', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await page.reload();
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    expect(storedLeads(email)).toHaveLength(1);
    await page.context().close();
  });
});
