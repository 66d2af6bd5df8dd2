import type { Page, Route } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ISLAND_TIMES } from './support/choose.ts';
import { newPage, openPage, shellForThisFile } from './support/chromium.ts';

const browser = await shellForThisFile();

const PLAIN = 'Quinze minutes, au moment qui vous convient.';
const LEAD_ID = '11111111-1111-8111-8111-111111111111';

const greeting = (page: Page) => page.locator('[data-greeting]');

/** Opens the step as a tab that has sent a lead under this name. */
async function openAfterLead(name: string, query: string, kept = false): Promise<Page> {
  const page = await openPage(browser, '/terms-conditions');
  await page.evaluate(
    ([typed = '', leadId = '', keep]) => {
      sessionStorage.setItem(
        'last_lead',
        JSON.stringify({ leadId, name: typed, email: 'claire@exemple.ch' }),
      );
      // Too damaged to be sent, so that it stays.
      if (keep) localStorage.setItem('pending_leads', JSON.stringify([{ leadId }]));
    },
    [name, LEAD_ID, kept ? 'kept' : ''],
  );
  await page.goto(`/introduction?${query}`);
  return page;
}

const asQuery = (name: string) => new URLSearchParams({ name, email: 'claire@exemple.ch' }).toString();

/** Runs before the page's scripts: notes, once each, when a worker has said something and when `Intl` is first used. */
function noteIntl(): void {
  const noted = new Set<string>();
  Object.defineProperty(window, 'noted', { get: () => [...noted] });
  Object.assign(Intl, {
    DateTimeFormat: new Proxy(Intl.DateTimeFormat, {
      apply(...call) {
        noted.add('used');
        return Reflect.apply(...call);
      },
      construct(...call) {
        noted.add('used');
        return Reflect.construct(...call);
      },
    }),
  });
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...given: ConstructorParameters<typeof Plain>) {
      super(...given);
      this.addEventListener('message', () => noted.add('loaded by a worker'));
    }
  };
  // The page's time-out for the worker, one second, never passes here: a busy machine could need longer.
  const { setTimeout: later } = window;
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number) => (ms === 1_000 ? 0 : later(work, ms)),
  });
}

describe('/introduction', () => {
  it('fills in what its address says, and asks nobody else', async () => {
    const page = await openPage(browser, `/introduction?${asQuery('Claire')}&ref=signed-name`);
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    expect(await page.locator('#booking-name').inputValue()).toBe('Claire');
    expect(await page.locator('#booking-email').inputValue()).toBe('claire@exemple.ch');
    expect(await page.locator('dialog, iframe, main a[target=_blank]').count()).toBe(0);
  });

  it('has a worker load languages and time zones before its own thread uses them', async () => {
    const page = await newPage(browser);
    onTestFinished(() => page.context().close());
    await page.addInitScript(noteIntl);
    await page.goto(`/introduction?${asQuery('Claire')}`);
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    expect(await page.evaluate(() => Reflect.get(window, 'noted'))).toEqual(['loaded by a worker', 'used']);
  });

  it.each([
    ['cannot be had', (route: Route) => route.abort()],
    ['hangs', () => {}],
  ])('shows the free times though the file of that worker %s', async (_case, answer) => {
    const page = await newPage(browser);
    onTestFinished(() => page.context().close());
    let asked = 0;
    await page.route(/load-intl/, (route) => {
      asked += 1;
      return answer(route);
    });
    await page.goto(`/introduction?${asQuery('Claire')}`);
    // Before the form is hydrated, each touch of it asks for its code again.
    await page.locator('#booking-phone').click();
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    expect(asked).toBe(1);
  });

  it.each([
    [false, 'Merci Claire, votre demande est notée et bien reçue.'],
    [true, 'Merci Claire, votre demande est notée dans ce navigateur.'],
  ])('says what became of the lead (kept: %s)', async (kept, words) => {
    const page = await openAfterLead('Claire', asQuery('Claire'), kept);
    await greeting(page).getByText(words).waitFor();
    expect(await page.locator('[data-lead-again]').isVisible()).toBe(false);
  });

  it('says that a lead which is sent again was refused, and leads back to the form', async () => {
    const page = await openAfterLead('Claire', asQuery('Claire'), true);
    await page.route('**/api/leads', (route) =>
      route.fulfill({ status: 422, contentType: 'application/json', body: '{"errors":[]}' }),
    );
    await page.evaluate((leadId) => {
      const lead = { leadId, name: 'Claire', email: 'c@x', userId: 'usr_1', url: 'https://x' };
      localStorage.setItem('pending_leads', JSON.stringify([lead]));
      window.dispatchEvent(new Event('online'));
    }, LEAD_ID);
    await greeting(page).getByText('n’a pas pu être acceptée').waitFor();
    expect(await page.locator('[data-lead-again]').getAttribute('href')).toBe('/sales#formulaire');
    expect(await page.locator('[data-lead-again]').isVisible()).toBe(true);
  });

  it('greets by no name that was not typed here', async () => {
    const stranger = await openPage(browser, `/introduction?${asQuery('votre compte est bloqué')}`);
    expect(await greeting(stranger).textContent()).toBe(PLAIN);
    await stranger.context().close();
    const other = await openAfterLead('Claire', asQuery('votre compte est bloqué'));
    expect(await greeting(other).textContent()).toBe(PLAIN);
    await other.context().close();
  });

  it('shows a name that looks like markup as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const page = await openAfterLead(name, asQuery(name));
    await greeting(page).getByText(`Merci ${name}`).waitFor();
    expect(await greeting(page).locator('*').count()).toBe(0);
  });

  it.each([
    ['10,000 characters', 'n'.repeat(10_000)],
    ['wrong encoding', '%E9%FF'],
    ['control characters', 'a%00b'],
  ])('stands whatever its address says: %s', async (_case, name) => {
    const page = await openPage(browser, `/introduction?name=${name}&email=${name}`);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.reload();
    expect(await greeting(page).textContent()).toBe(PLAIN);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(faults).toEqual([]);
  });
});
