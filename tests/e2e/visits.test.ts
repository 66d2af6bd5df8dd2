import type { BrowserContextOptions } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { storedRows } from '../support/stored-rows.ts';
import { newPage, openPage, shellForThisFile, untilAlive } from './support/chromium.ts';
import { EMAIL, NAME, SUBMIT } from './support/lead-form.ts';
import { freshEmail, storedLeads } from './support/leads.ts';
import { htmlOf } from './support/site.ts';
import { ask, NAVIGATION, PERSON } from './support/visits.ts';

const browser = await shellForThisFile();
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const address = (path: string, campaign: string) =>
  `${path}?utm_source=Lettre&utm_medium=e-mail&utm_campaign=${campaign}`;
const someCampaign = () => `c${crypto.randomUUID()}`;

/** What was counted of a campaign, by step and page. */
const counted = (campaign: string) =>
  Object.fromEntries(
    storedRows<{ at: string; count: number }>(
      inject('dataDir'),
      "select step || ' ' || page as at, sum(count) as count from visit_counts where campaign = ? or source = ? group by 1",
      campaign,
      campaign,
    ).map(({ at, count }) => [at, count]),
  );

const request = (path: string, headers: Record<string, string>) =>
  ask(`${inject('siteUrl')}${path}`, headers);

it('counts 300 visits of three campaigns, and no robot, no page fetched ahead, nobody who declines', async () => {
  const campaigns = [someCampaign(), someCampaign(), someCampaign()];
  const page = await openPage(browser, '/partner', PERSON);
  const asked = page.waitForRequest((one) => one.isNavigationRequest());
  await page.goto(address('/sales', campaigns[0] ?? ''));
  const headers = await (await asked).allHeaders();
  const person = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  const sizes = [150, 100, 50];
  // The first of them was the browser's own.
  for (const [nth, campaign] of campaigns.entries())
    for (let visit = nth === 0 ? 1 : 0; visit < (sizes[nth] ?? 0); visit += 1)
      await request(address('/sales', campaign), person);
  const { 'sec-fetch-dest': _dest, 'sec-fetch-mode': _mode, 'sec-fetch-site': _site, ...bare } = person;
  const others = [
    { ...person, 'user-agent': GOOGLEBOT },
    { ...person, 'user-agent': PERSON.userAgent.replace('Chrome', 'HeadlessChrome') },
    { 'user-agent': 'curl/8.5.0' },
    bare,
    { ...person, 'sec-purpose': 'prefetch;prerender' },
    { ...person, 'sec-gpc': '1' },
    { ...person, dnt: '1' },
    { ...person, 'sec-fetch-dest': 'iframe' },
    { ...person, 'sec-fetch-site': 'same-origin', referer: `${inject('siteUrl')}/accompagnement` },
  ];
  for (const one of others) await request(address('/sales', campaigns[0] ?? ''), one);
  await expect.poll(() => campaigns.map((one) => counted(one)['visit /sales'])).toEqual(sizes);
});

const READERS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['with scripts', PERSON],
  ['without scripts', { ...PERSON, javaScriptEnabled: false }],
];

it.each(READERS)('the source goes from the landing page to the lead, %s', async (_name, options) => {
  const campaign = someCampaign();
  const email = freshEmail();
  const page = await openPage(browser, address('/', campaign), options);
  await page.locator('a[href^="/sales"]:visible').first().click();
  await page.waitForURL(/\/sales\?/);
  await page.fill(NAME, 'Zoé');
  await page.fill(EMAIL, email);
  await page.click(SUBMIT);
  await page.waitForURL(/\/introduction/);
  const [lead] = storedLeads(email);
  const known = { page: '/sales', source: 'lettre', medium: 'e-mail', campaign };
  expect(lead).toMatchObject(known);
  expect(lead?.url).toContain(`utm_campaign=${campaign}`);
  const form = options.javaScriptEnabled === false ? {} : { 'form /sales': 1 };
  await expect.poll(() => counted(campaign)).toEqual({ 'visit /': 1, ...form });
  await page.context().close();
});

it.each(READERS)(
  'whoever follows a foreign link to the form brings that site along, %s',
  async (_name, options) => {
    const [host, email] = [`${someCampaign()}.example`, freshEmail()];
    const page = await newPage(browser, options);
    await page.goto('/sales', { referer: `https://www.${host}/` });
    await page.fill(NAME, 'Zoé');
    await page.fill(EMAIL, email);
    // React has taken the form over, and left the field in it.
    if (options.javaScriptEnabled !== false) await untilAlive(page, '#formulaire form');
    await page.click(SUBMIT);
    await page.waitForURL(/\/introduction/);
    expect(storedLeads(email)[0]).toMatchObject({ page: '/sales', source: host, medium: '', campaign: '' });
    const form = options.javaScriptEnabled === false ? {} : { 'form /sales': 1 };
    await expect.poll(() => counted(host)).toEqual({ 'visit /sales': 1, ...form });
    await page.context().close();
  },
);

it('a page with a source differs by it alone, and no other page by a byte', async () => {
  const built = htmlOf('/sales');
  expect(await request('/sales', NAVIGATION)).toBe(built);
  const own = await request(address('/sales', 'c'), NAVIGATION);
  const query = 'utm_source=lettre&amp;utm_medium=e-mail&amp;utm_campaign=c';
  const field = `<input type="hidden" name="source" value="${query}">`;
  expect(own).toContain(field);
  expect(own.replaceAll(field, '').replaceAll(`?${query}`, '')).toBe(built);
  // Who declines is given the page as it was built.
  expect(await request(address('/sales', 'c'), { ...NAVIGATION, 'sec-gpc': '1' })).toBe(built);
});
