import { describe, expect, inject, it } from 'vitest';
import { openPage, shellForThisFile } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { answerWith, CODE_AND_API, EMAIL, fill, NAME, pending, SUBMIT, stall } from './support/lead-form.ts';
import { freshEmail, storedLeads } from './support/leads.ts';
import { stopClock } from './support/page-clock.ts';
import { startStallingProxy } from './support/stalling-proxy.ts';

const browser = await shellForThisFile();

/** How long a visitor waits for the service; whether the next page is there is asked for 1.4 s more, of real time. */
const ANSWER_WAIT_MS = 2_500;

describe('a lead on a network that fails', () => {
  it('is one lead from two tabs and after a reload in the middle', async () => {
    const email = freshEmail();
    const first = await openPage(browser, '/sales');
    const second = await first.context().newPage();
    await second.goto('/sales');
    for (const page of [first, second]) await fill(page, 'Claire', email);
    await Promise.all([first.click(SUBMIT), second.click(SUBMIT)]);
    await Promise.all([first.waitForURL(/introduction/), second.waitForURL(/introduction/)]);
    // The first tab may still be sending again what both have kept, and would send what the second keeps below.
    await first.close();

    // The service gets the lead, its answer is lost in a reload: what was written down is sent again.
    await second.goto('/sales');
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
    await second.context().close();
  });

  it.each([
    ['a failing service', { status: 503, body: '{}' }],
    ['too many requests', { status: 429, body: '{}' }],
  ] as const)('keeps the lead and moves on over %s', async (_case, answer) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await answerWith(page.context(), answer);
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
  });

  it.each([
    ['with React there', undefined],
    ['before React has come', /\/_astro\/.*island.*\.js/],
  ])('stays on the page without network, %s, and goes on once it is back', async (_case, missing) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    if (missing) await page.route(missing, (route) => route.abort());
    await fill(page, 'Claire', email);
    await page.context().setOffline(true);
    await page.click(SUBMIT);
    const form = page.locator('#formulaire');
    await form.getByText('La connexion manque.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sales');
    expect(await page.locator(SUBMIT).isEnabled()).toBe(true);
    expect(await form.locator('a[href^="/introduction"]:visible').count()).toBe(0);
    // Again, and again nothing: the same lead is kept once.
    await page.click(SUBMIT);
    await form.getByText('La connexion manque.').waitFor();
    expect(await pending(page)).toMatchObject([{ email }]);
    await page.context().setOffline(false);
    await page.waitForURL(/introduction/);
    await page.getByText('Merci Claire, votre demande est notée et bien reçue.').waitFor();
    expect(await pending(page)).toEqual([]);
    expect(storedLeads(email)).toHaveLength(1);
  });

  it('stays where a proxy answers for a server that is gone', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    const gone = (url: URL) => ['/api/leads', '/introduction'].includes(url.pathname);
    await page.context().route(gone, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.locator('#formulaire').getByText('Le serveur ne répond pas.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sales');
    await page.context().unroute(gone);
    await page.waitForURL(/introduction/);
    await eventually(() => expect(storedLeads(email)).toHaveLength(1));
  });

  it('tells in a new tab that a lead which was kept long ago is refused for good', async () => {
    const page = await openPage(browser, '/sales');
    const kept = {
      name: 'Claire',
      email: 'claire@exemple',
      userId: 'usr_mabc123zzzzzz',
      url: 'https://x.ch',
    };
    await page.evaluate((entry) => localStorage.setItem('pending_leads', JSON.stringify([entry])), kept);
    await page.reload();
    await page.focus(NAME);
    await page.locator('#formulaire').getByText('n’a pas pu être acceptée').waitFor();
    expect(await pending(page)).toEqual([]);
  });

  it('sends a kept lead again on the next page load', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await answerWith(page.context(), { status: 503, body: '{}' });
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    await page.context().unroute('**/api/leads');
    await page.goto('/home');
    await eventually(() => expect(storedLeads(email)).toHaveLength(1));
  });

  it('goes on within 4 s when neither code nor service ever answers, and delivers once the network is back', async () => {
    const email = freshEmail();
    const context = await browser.newContext({ baseURL: inject('siteUrl') });
    const answer = await stall(context, CODE_AND_API);
    const page = await context.newPage();
    await page.goto('/sales');
    await fill(page, 'Claire', email);
    await stopClock(page);
    const sent = page.waitForRequest('**/api/leads');
    await page.click(SUBMIT);
    await sent;
    await page.clock.runFor(ANSWER_WAIT_MS);
    await page.waitForURL(/introduction/);
    await page.clock.resume();
    const [entry] = await pending(page);
    expect(entry).toMatchObject({ name: 'Claire', email, userId: expect.stringMatching(/^usr_/) });
    expect(entry?.leadId).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByText('Merci Claire, votre demande est notée dans ce navigateur.').waitFor();
    expect(storedLeads(email)).toEqual([]);

    await answer();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByText('Merci Claire, votre demande est notée et bien reçue.').waitFor();
    expect(await pending(page)).toEqual([]);
    expect(storedLeads(email)).toMatchObject([{ id: entry?.leadId }]);
    await context.close();
  });

  it('has the lead written down before it asks the network for anything', async () => {
    const page = await openPage(browser, '/sales');
    const written = new Promise<Record<string, string>[]>((resolve) => {
      void page.route('**/api/leads', async () => resolve(await pending(page)));
    });
    await fill(page, 'Claire', 'claire@exemple.ch');
    await page.click(SUBMIT);
    expect(await written).toMatchObject([
      { name: 'Claire', leadId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
  });

  it('does not wait for a next page that was asked for ahead and hangs', async () => {
    const proxy = await startStallingProxy(inject('siteUrl'));
    const context = await browser.newContext({ baseURL: proxy.url });
    const page = await context.newPage();
    proxy.stall(
      (request) => request.headers['sec-purpose'] !== undefined || /^\/api\//.test(request.url ?? ''),
    );
    await page.goto('/sales');
    const ahead = proxy.stalled('/introduction');
    await page.focus(NAME);
    await ahead;
    await fill(page, 'Claire', freshEmail());
    await stopClock(page);
    const sent = page.waitForRequest('**/api/leads');
    await page.click(SUBMIT);
    await sent;
    await page.clock.runFor(ANSWER_WAIT_MS);
    await page.waitForURL(/introduction/);
    await page.clock.resume();
    await context.close();
    await proxy.close();
  });

  it('can be sent again when the next page hangs and the visitor stops it', async () => {
    const email = freshEmail();
    const proxy = await startStallingProxy(inject('siteUrl'));
    const context = await browser.newContext({ baseURL: proxy.url });
    const page = await context.newPage();
    await page.goto('/sales');
    proxy.stall((request) => request.url?.startsWith('/introduction') ?? false);
    await fill(page, 'Claire', email);
    const leaving = proxy.stalled('/introduction?');
    await page.click(SUBMIT, { noWaitAfter: true });
    await leaving;
    await (await context.newCDPSession(page)).send('Page.stopLoading');
    await page.waitForFunction((css) => document.querySelector(css)?.matches(':enabled'), SUBMIT);
    expect([await page.inputValue(NAME), await page.inputValue(EMAIL)]).toEqual(['Claire', email]);
    await page.locator('#formulaire').getByText('Votre demande est bien reçue.').waitFor();
    proxy.stall(() => false);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    expect(storedLeads(email)).toHaveLength(1);
    await context.close();
    await proxy.close();
  });

  it('says after a reload in the middle that the lead is kept, and then that it was received', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    const answer = await stall(page, '**/api/leads');
    await fill(page, 'Claire', email);
    const sent = page.waitForRequest('**/api/leads');
    await page.click(SUBMIT);
    await sent;
    await page.reload();
    const news = page.locator('#formulaire [data-lead-news]');
    await news.getByText('gardée dans ce navigateur').waitFor();
    await answer();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await news.getByText('Votre demande est bien reçue.').waitFor();
    expect(storedLeads(email)).toHaveLength(1);
    await news.locator('a').click();
    await page.waitForURL(/introduction/);
    expect(new URL(page.url()).searchParams.get('email')).toBe(email);
  });

  it.each([429, 503])('is sent again by the page itself after a %i, not before it may', async (status) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    const times: number[] = [];
    await page.route('**/api/leads', (route) => {
      if (times.push(Date.now()) > 1) return route.continue();
      return route.fulfill({ status, body: '{}', headers: { 'retry-after': '4' } });
    });
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    await page.getByText('bien reçue').waitFor();
    expect(times).toHaveLength(2);
    expect(Number(times[1]) - Number(times[0])).toBeGreaterThanOrEqual(4000);
    expect(storedLeads(email)).toHaveLength(1);
  });
});
