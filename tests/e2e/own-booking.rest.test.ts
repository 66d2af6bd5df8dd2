import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { TIMES_AHEAD } from '#domain/booking.ts';
import { storedRows } from '../support/stored-rows.ts';
import { axeViolations } from './support/axe.ts';
import { BOOK, chooseTime, ISLAND_TIMES } from './support/choose.ts';
import { openPage, shellForThisFile, untilAlive, untouchedPage, WITH_MOTION } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { tabTo } from './support/focus.ts';
import { sidewaysScroll, watchShifts } from './support/layout.ts';
import { CODE_AND_API, stall } from './support/lead-form.ts';
import { freshEmail, storedLeads } from './support/leads.ts';
import { mailsTo } from './support/mails.ts';
import { stopClock } from './support/page-clock.ts';

const browser = await shellForThisFile();

const NAME = 'Zoé Müller';

/** What stands in the database about a lead's call. */
function story(email: string): { events: string[]; calls: { state: string; lead_id: string | null }[] } {
  const [lead] = storedLeads(email);
  const read = <T>(sql: string, value = '') => storedRows<T>(inject('dataDir'), sql, value);
  const events = read<{ kind: string }>(
    'select kind from lead_events where lead_id = ? order by at, id',
    lead?.id,
  );
  return {
    events: events.map(({ kind }) => kind),
    calls: read('select state, lead_id from bookings where email = ?', email),
  };
}

/** Says yes on /sales, and is on the next step then. */
async function sayYes(page: Page, email: string): Promise<void> {
  await page.fill('#page-name', NAME);
  await page.fill('#page-email', email);
  await page.click('#formulaire button[type=submit]');
  await page.waitForURL(/\/introduction\?/);
}

/**
 * The visitor gets one invitation. The owner gets one for this call, or one mail about several calls: from the tenth call
 * in an hour on they are sent together, and all browser tests book at one server.
 */
async function checkTold(email: string): Promise<void> {
  const invited = (address: string) => mailsTo(address).filter((mail) => /text\/calendar/i.test(mail));
  await eventually(async () => expect(invited(email)).toHaveLength(1));
  const gathered = () =>
    storedRows(
      inject('dataDir'),
      `select m.id from messages m join bookings b on b.id = m.booking_id
       where m.kind = 'owner-call' and m.bundle_id is not null and b.email = ?`,
      email,
    );
  await eventually(async () =>
    expect(invited(agency.email).some((mail) => mail.includes(email)) || gathered().length > 0).toBe(true),
  );
}

/** Cancels the call on its own page, as its mail's link leads there. */
async function cancel(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.click('#annuler summary');
  await page.click('#annuler button');
  await page.locator('.state[role=status]', { hasText: call.cancelledState }).waitFor();
  expect(new URL(page.url()).pathname).toBe(address);
}

function checkCancelled(email: string): void {
  const [lead] = storedLeads(email);
  const { events, calls } = story(email);
  // The status and the audit are written meanwhile, in their own time.
  expect({ events: events.filter((kind) => !/^(status|audit)-/.test(kind)), calls }).toEqual({
    events: ['received', 'call-booked', 'call-cancelled'],
    calls: [{ state: 'cancelled', lead_id: lead?.id }],
  });
}

describe('a call booked on the site itself', () => {
  it('from /sales to its cancellation, by keyboard alone', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.focus('#page-name');
    await page.keyboard.type(NAME);
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/introduction\?/);
    await untilAlive(page, 'form[action="/api/bookings"]');
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    await tabTo(page, '[name=day]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    const chosen = await page.inputValue('[name=start]:checked');
    await tabTo(page, '[name=phone]');
    await page.keyboard.type('021 555 01 48');
    expect(await page.inputValue('[name=name]')).toBe(NAME);
    expect(await page.inputValue('[name=email]')).toBe(email);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysScroll(page), `at ${width} px`).toEqual({ px: 0, by: [] });
    }
    expect(await axeViolations(page)).toEqual([]);
    await page.focus('[name=phone]');
    const sent = page.waitForRequest('**/api/bookings');
    await page.keyboard.press('Enter');
    const { proof } = (await sent).postDataJSON() as { proof?: string };
    expect(JSON.parse(atob(proof ?? ''))).toMatchObject({ solution: { counter: expect.any(Number) } });
    await page.waitForURL(BOOKED);
    await checkTold(email);
    const { pathname } = new URL(page.url());
    expect(await page.locator('h1 .hour').textContent()).toBe(
      new Intl.DateTimeFormat('fr-CH', { timeZone: 'Europe/Zurich', hour: 'numeric', minute: '2-digit' })
        .format(new Date(chosen))
        .replace(/^0/, '')
        .replace(':', 'h'),
    );
    await tabTo(page, '#annuler summary');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${pathname}`);
    await page.getByText(call.cancelledState).waitFor();
    checkCancelled(email);
  });

  it('shows the next free times at once when one is taken meanwhile, and loses nothing', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/introduction?name=Claire&email=claire@exemple.ch', WITH_MOTION);
    const shifts = await watchShifts(page);
    // Whoever comes out of the form touches nothing, and has them.
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    expect(await page.inputValue('#booking-name')).toBe('Claire');
    await page.locator('#booking-phone').fill('021 555 01 49');
    const time = page.locator(ISLAND_TIMES).first();
    const start = await time.inputValue();
    // The days and times have come into room that was kept for them.
    expect(await shifts()).toBeLessThan(0.01);
    await page.locator('.time-choice > .free-times label').first().click();
    expect(await time.isChecked()).toBe(true);
    const { name, phone, ...rest } = { name: NAME, phone: '021 555 01 48', email, start };
    const taking = await page.request.post('/api/bookings', {
      data: { id: crypto.randomUUID(), name, phone, ...rest },
    });
    // A visitor of another test may have been first: the time is taken all the same.
    expect([201, 409]).toContain(taking.status());
    await page.click('form[action="/api/bookings"] button[type=submit]');
    await page.getByText('Cette heure vient d’être prise').waitFor();
    expect(await page.locator(`[name=start][value="${start}"]`).count()).toBe(0);
    const next = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    expect(next > start).toBe(true);
    expect(await page.inputValue('#booking-phone')).toBe('021 555 01 49');
    await page.keyboard.press('Space');
    await page.click('form[action="/api/bookings"] button[type=submit]');
    await page.waitForURL(BOOKED);
    await cancel(page, new URL(page.url()).pathname);
    if (taking.ok()) await cancel(page, ((await taking.json()) as { manage: string }).manage);
  });

  it('lets go of a service that never answers; after a reload the call is booked, once', async () => {
    const email = freshEmail();
    const page = await openPage(browser, `/introduction?name=Claire&email=${email}`);
    await page.locator('#booking-phone').fill('021 555 01 47');
    await chooseTime(page);
    // Booked, and the answer is lost.
    await page.route(
      '**/api/bookings',
      async (route) => {
        await route.fetch();
        await new Promise(() => {});
      },
      { times: 1 },
    );
    await stopClock(page);
    const asked = page.waitForRequest('**/api/bookings');
    await page.click('form[action="/api/bookings"] button[type=submit]');
    await asked;
    const late = page.getByText('Le serveur tarde à répondre');
    await page.clock.runFor(3_900);
    expect(await late.count()).toBe(0);
    await page.clock.runFor(200);
    await late.waitFor();
    await page.clock.resume();
    expect(await page.getAttribute('form[action="/api/bookings"] button[type=submit]', 'aria-disabled')).toBe(
      'false',
    );
    await page.reload();
    await page.waitForURL(BOOKED);
    expect(story(email).calls).toMatchObject([{ state: 'booked' }]);
    expect(await page.evaluate(() => sessionStorage.getItem('pending_booking'))).toBeNull();
    await cancel(page, new URL(page.url()).pathname);
  });

  it('shows the way without scripts 4 s after the first sign when the code stays away', async () => {
    const context = await browser.newContext({ baseURL: inject('siteUrl') });
    await stall(context, CODE_AND_API);
    const page = await untouchedPage(context);
    await page.goto('/introduction');
    // A busy server sends the page without the free times; the code is then fetched before the first interaction.
    const times = page.locator(`[${TIMES_AHEAD}] [name=start]`);
    await eventually(async () => {
      if ((await times.count()) === 0) await page.reload();
      expect(await times.count()).toBeGreaterThan(0);
    });
    const link = page.locator('[data-booking-link]');
    await stopClock(page);
    await page.mouse.move(200, 200);
    await page.clock.runFor(3_900);
    expect(await link.isVisible()).toBe(false);
    await page.clock.runFor(200);
    await link.waitFor();
    await link.click();
    await page.waitForURL(/\/rendez-vous\?id=[\w-]{36}$/);
    expect(await page.locator('[name=start]').count()).toBeGreaterThan(0);
    await context.close();
  });

  it('is filled in from what the tab keeps for whoever comes back from a report, which names nobody', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await sayYes(page, email);
    await page.goto('/introduction#rendez-vous');
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    expect(await page.inputValue('#booking-name')).toBe(NAME);
    expect(await page.inputValue('#booking-email')).toBe(email);
    expect(
      await page.locator('#rendez-vous').evaluate((place) => place.getBoundingClientRect().top),
    ).toBeLessThan(300);
  });

  it('without JavaScript, with the reference to its lead all the way', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales', { javaScriptEnabled: false });
    await sayYes(page, email);
    expect(await page.locator('#booking-phone').isVisible()).toBe(false);
    await page.click('[data-booking-link]');
    await page.waitForURL(/\/rendez-vous\?ref=[\w-]{74}&id=[\w-]{36}$/);
    expect(await page.inputValue('input[name=name]')).toBe(NAME);
    expect(await page.inputValue('input[name=email]')).toBe(email);
    await page.fill('input[name=phone]', '021 555 01 48');
    // Where there is little room a day is a tab, by styles alone.
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.locator('input[name=start]:visible').count()).toBeLessThan(20);
    await page.locator('.strip label').nth(2).click();
    await chooseTime(page);
    await page.click(BOOK);
    await page.waitForURL(BOOKED);
    await checkTold(email);
    await cancel(page, new URL(page.url()).pathname);
    checkCancelled(email);
  });

  it('on the page of its own, as mails lead there', async () => {
    const page = await openPage(browser, '/rendez-vous');
    await page.fill('input[name=name]', NAME);
    await page.fill('input[name=email]', freshEmail());
    await page.fill('input[name=phone]', '12');
    await page.click(BOOK);
    await page.getByText('Choisissez une heure dans la liste.').waitFor();
    expect(await page.getAttribute('input[name=phone]', 'aria-invalid')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
  });
});

const BOOKED = /\/rendez-vous\/[\w-]{32}$/;
