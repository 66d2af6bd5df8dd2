import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { agencyShell } from '#content/pages/agency.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { validation } from '#content/pages/validation.ts';
import { Secret } from '#server/config/secrets.ts';
import { signedLinks } from '#server/messages/links.ts';
import { readMail } from '../fakes/read-mail.ts';
import { storedRows } from '../support/stored-rows.ts';
import { BOOK, chooseTime, ISLAND_TIMES } from './support/choose.ts';
import { openPage, shellForThisFile } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { freshEmail } from './support/leads.ts';
import { mailsTo } from './support/mails.ts';

const browser = await shellForThisFile();

const BOOKED = /\/rendez-vous\/[\w-]{32}$/;
const PHONE = '+41 21 555 01 48';
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');
const LABELS = '.time-choice > .free-times label';

/** The owner's link about a lead. Its mail may come minutes later: beside other tests' leads, they are told together. */
function followUpOf(email: string): string {
  const one = (sql: string, ...values: string[]) =>
    String(storedRows<{ found: string }>(inject('dataDir'), sql, ...values)[0]?.found);
  const key = new Secret(one("select value as found from secrets where name = 'message-links'"));
  const lead = one('select id as found from leads where email = ?', email);
  return `/suivi/${signedLinks(key).sign('follow-up', lead, Date.now() + 60_000)}`;
}

/** Says yes, and books the last time of a day: one that no other test takes. */
async function book(page: Page, email: string, day: number): Promise<void> {
  await page.goto('/sales');
  await page.fill('#page-name', 'Zoé Müller');
  await page.fill('#page-email', email);
  await page.click('#formulaire button[type=submit]');
  await page.waitForURL(/\/introduction\?/);
  await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
  await page.locator('.time-choice > .free-days > label').nth(day).click();
  await page.locator(LABELS).last().click();
  await page.fill('#booking-phone', PHONE);
  await page.click('form[action="/api/bookings"] button[type=submit]');
  await page.waitForURL(BOOKED);
}

/** An invitation's text lies in a part within a part. */
const textsTo = (address: string) =>
  mailsTo(address).map((raw) => {
    const [, inner] = /^Content-Type: multipart\/alternative;\s+boundary="?([^"\s]+)/im.exec(raw) ?? [];
    return readMail(inner === undefined ? raw : `boundary="${inner}"\n\n${raw}`).text;
  });

const said = (page: Page) => page.locator('main').innerText();

describe('a booked call', () => {
  it('is the same on the page, in the mails, on /validation, on the follow-up page and in the terms', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await book(page, email, 3);
    const day = ((await page.locator('h1').innerText()).split('\n')[0] ?? '').toLowerCase();
    const hour = await page.locator('h1 .hour').innerText();
    const calls = call.calls(unbroken(PHONE));
    const ofCall = async () => {
      const text = await said(page);
      for (const words of [call.settled, hour, calls, unbroken(agency.phone), call.about])
        expect(text).toContain(words);
      return text;
    };
    await ofCall();
    const calendar = await page.locator('a[href$=".ics"]').getAttribute('href');

    await page.click('a[href^="/validation"]');
    await page.waitForURL('**/validation?appel=*');
    expect((await ofCall()).toLowerCase()).toContain(`${day}, de\u00a0${hour}`);
    expect(await page.locator('a[href$=".ics"]').getAttribute('href')).toBe(calendar);
    expect(await page.locator('main a[target=_blank]').count()).toBe(1);
    expect(await page.locator('[data-step=done] svg:visible').count()).toBe(2);
    // The way on without the chat.
    await page.click('main a[href^="/rendez-vous/"]:not([href$=".ics"])');
    await page.waitForURL(BOOKED);
    // By the tab it is known without the address.
    await page.goto('/validation');
    await page.waitForURL('**/validation?appel=*');

    await eventually(() => {
      const [mail] = textsTo(email).filter((text) => text.includes(call.settled));
      for (const words of [hour, calls, unbroken(agency.phone), call.about]) expect(mail).toContain(words);
    });
    await page.goto(followUpOf(email));
    expect(await said(page)).toContain(`${call.settled}\u202f: ${day} à\u00a0${hour}, au ${unbroken(PHONE)}`);
    await page.goto('/terms-conditions');
    expect(await said(page)).toContain(call.settled);
  });

  it('is shown to whoever comes back to step 2, and the form again once it is cancelled', async () => {
    const page = await openPage(browser, '/sales');
    await book(page, freshEmail(), 4);
    const hour = await page.locator('h1 .hour').innerText();
    const booked = page.url();
    await page.goBack();
    await page.getByText(rendezVous.island.booked).waitFor();
    expect(await said(page)).toContain(hour);
    expect(await page.locator('#booking-phone').count()).toBe(0);
    await page.goto(booked);
    await page.click('#annuler summary');
    await page.click('#annuler button');
    await page.getByText(rendezVous.booked.cancelledState).waitFor();
    await page.goto('/introduction');
    await page.mouse.move(200, 200);
    await page.locator(ISLAND_TIMES).first().waitFor({ state: 'attached' });
    expect(await page.locator('#booking-phone').count()).toBe(1);
    await page.goto('/validation');
    await page.getByText(validation.notBooked.state).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('is told without JavaScript, too, to whoever comes back to the form', async () => {
    const page = await openPage(browser, '/sales', { javaScriptEnabled: false });
    await page.fill('#page-name', 'Zoé Müller');
    await page.fill('#page-email', freshEmail());
    await page.click('#formulaire button[type=submit]');
    await page.click('[data-booking-link]');
    await chooseTime(page);
    await page.fill('input[name=phone]', '12');
    await page.click(BOOK);
    await page.locator('main [role=alert]').waitFor();
    // What was typed is in no address.
    expect(new URL(page.url()).search).toBe('');
    expect(await page.locator('input[name=start]:checked').count()).toBe(1);
    await page.fill('input[name=phone]', PHONE);
    await page.click(BOOK);
    await page.waitForURL(BOOKED);
    const booked = page.url();
    const hour = await page.locator('h1 .hour').innerText();
    // Back to the fault, as the browser has kept it; back to the form, which has become the call.
    await page.goBack();
    expect(await page.locator('main [role=alert]').count()).toBe(1);
    await page.goBack();
    expect([page.url(), await page.locator('h1 .hour').innerText()]).toEqual([booked, hour]);
    expect(await said(page)).toContain(call.settled);
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/introduction');
    await page.click('[data-booking-link]');
    expect(await page.locator('.state[role=status]').innerText()).toMatch(
      new RegExp(`${call.settled}.*à\u00a0${hour}`),
    );
    await page.goto(booked);
    await page.click('a[href^="/validation"]');
    expect(await said(page)).toContain(call.settled);
  });

  it('without JavaScript keeps what was typed on the way to other days, and the Enter key books', async () => {
    const page = await openPage(browser, '/rendez-vous', { javaScriptEnabled: false });
    await page.fill('input[name=name]', 'Zoé Müller');
    await page.fill('input[name=phone]', '12');
    // What is missing still, or not an address, keeps from no other days.
    await page.fill('input[name=email]', 'zoe');
    const days = () => page.locator('legend span').allInnerTexts();
    const first = await days();
    await page.click('.pages .link');
    expect(await days()).not.toEqual(first);
    expect(await page.inputValue('input[name=name]')).toBe('Zoé Müller');
    expect(page.url()).not.toMatch(/Zo|12$/);
    await page.locator('.pages .link').first().click();
    expect(await days()).toEqual(first);
    await page.fill('input[name=email]', freshEmail());
    await page.press('input[name=phone]', 'Enter');
    await page.locator('main [role=alert]').waitFor();
    expect(await page.inputValue('input[name=phone]')).toBe('12');
  });

  it('booked on the page of its own is the tab’s call; without a network nothing is sent, and nothing lost', async () => {
    const page = await openPage(browser, '/rendez-vous');
    await page.fill('input[name=name]', 'Zoé Müller');
    await page.fill('input[name=email]', freshEmail());
    await page.fill('input[name=phone]', PHONE);
    await chooseTime(page);
    await page.context().setOffline(true);
    await page.click(BOOK);
    await page.getByText(agencyShell.noAnswer).waitFor();
    expect(await page.inputValue('input[name=phone]')).toBe(PHONE);
    await page.context().setOffline(false);
    await page.click(BOOK);
    await page.waitForURL(BOOKED);
    const booked = page.url();
    await page.goto('/introduction');
    await page.mouse.move(200, 200);
    await page.getByText(rendezVous.island.booked).waitFor();
    await page.goto(booked);
    await page.click('#annuler summary');
    await page.context().setOffline(true);
    await page.click('#annuler button');
    await page.getByText(agencyShell.noAnswer).waitFor();
    await page.context().setOffline(false);
    await page.click('#annuler button');
    await page.getByText(rendezVous.booked.cancelledState).waitFor();
    await page.goto('/validation');
    await page.getByText(validation.notBooked.state).waitFor();
  });

  it('shows the hours of a visitor’s own time zone, though it was booked without JavaScript', async () => {
    const booking = await openPage(browser, '/rendez-vous', { javaScriptEnabled: false });
    await chooseTime(booking);
    await booking.fill('input[name=name]', 'Zoé Müller');
    await booking.fill('input[name=email]', freshEmail());
    await booking.fill('input[name=phone]', PHONE);
    await booking.click(BOOK);
    await booking.waitForURL(BOOKED);
    const abroad = await openPage(browser, booking.url(), { timezoneId: 'America/New_York' });
    await abroad.waitForURL(/timeZone=America%2FNew_York/);
    expect(await said(abroad)).toContain('(New York)');
    await abroad.click('#deplacer summary');
    expect(await said(abroad)).toContain('Vos heures (New York).');
    // What was typed next is told where the eye is.
    await abroad.click('#numero summary');
    await abroad.fill('#phone', '+41 79 555 01 99');
    await abroad.click('#numero button');
    await abroad.waitForURL(/numero=corrige/);
    const told = () =>
      abroad.evaluate(() => [document.activeElement?.role, document.activeElement?.textContent]);
    await eventually(async () =>
      expect(await told()).toEqual(['status', rendezVous.booked.corrected(unbroken('+41 79 555 01 99'))]),
    );
    const atHome = await openPage(browser, booking.url(), { timezoneId: 'Europe/Paris' });
    expect(new URL(atHome.url()).search).toBe('');
    expect(await atHome.locator('main small').count()).toBe(0);
  });

  it('is not claimed on /validation by a link that names none', async () => {
    const page = await openPage(browser, `/validation?appel=${'a'.repeat(32)}`);
    expect(await said(page)).toContain(validation.missing.title);
    expect(await said(page)).not.toContain(call.settled);
    await page.goto('/validation');
    expect(await said(page)).toContain(validation.notBooked.state);
    // The way to book is what the eye sees first: on a phone it stands above the chat, and it alone is red.
    const looks = await page.locator('main a').evaluateAll((links) =>
      links.map((link) => ({
        path: new URL((link as HTMLAnchorElement).href).pathname,
        ground: getComputedStyle(link).backgroundColor,
      })),
    );
    expect(
      looks.map(({ path, ground }) => [path === '/introduction', ground !== 'rgba(0, 0, 0, 0)']),
    ).toEqual([
      [true, true],
      [false, false],
    ]);
    await page.click('main a[href="/introduction"]');
    await page.waitForURL('**/introduction');
  });
});
