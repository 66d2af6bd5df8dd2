import { describe, expect, inject, it } from 'vitest';
import { TIMES_AHEAD } from '#domain/booking.ts';
import { WEBGL_PAGES } from '#scripts/browsers/launch.ts';
import { budgetOf } from './support/budget.ts';
import { shellForThisFile, WEBGL } from './support/chromium.ts';
import { EFFECT_PAGES } from './support/kinds.ts';
import { addressOf, builtRoutes } from './support/site.ts';
import { weigh } from './support/weigh.ts';

const plain = await shellForThisFile();
const withWebgl = await shellForThisFile(WEBGL);

const WITHOUT_TIMES = `${TIMES_AHEAD}=""></`;
const textOf = async (address: string) => (await fetch(address)).text();

describe('before any interaction', () => {
  // Several at once: each page is looked at for seconds in which nothing may happen.
  it.concurrent.for(builtRoutes())('%s stays within its budget', async (route, { expect }) => {
    const browser = WEBGL_PAGES.includes(route) ? withWebgl : plain;
    const address = inject('siteUrl') + addressOf(route);
    // A busy server sends the page without the free times, and a script fetches them later: the page that has them is weighed.
    if (route === '/introduction') await expect.poll(() => textOf(address)).not.toContain(WITHOUT_TIMES);
    const { requests, ...weight } = await weigh(browser, address);
    const budget = budgetOf(route);
    console.log(`${route}: ${JSON.stringify(weight)} ${requests.join(' ')}`);
    expect.soft(weight.html, 'HTML').toBeLessThanOrEqual(budget.html);
    expect.soft(weight.script, 'JavaScript').toBeLessThanOrEqual(budget.script);
    expect.soft(weight.total, 'everything').toBeLessThanOrEqual(budget.total);
    expect.soft(requests.length, requests.join(' ')).toBeLessThanOrEqual(budget.requests);
    expect.soft(weight.shift, 'layout shift').toBeLessThanOrEqual(budget.shift);
  });

  it('allows more only to pages that are', () => {
    expect(builtRoutes()).toEqual(expect.arrayContaining(Object.keys(EFFECT_PAGES)));
  });
});
