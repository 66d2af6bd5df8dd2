import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { agency } from '#content/business.ts';
import { axeViolations } from './support/axe.ts';
import { launchWithoutWebgl, openPage } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { freshEmail, storedLeads } from './support/leads.ts';
import { mailsTo } from './support/mails.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchWithoutWebgl();
});
afterAll(() => browser?.close());

const NAME = 'Zoé Müller';
const SHOTS = process.env.BOOKING_SHOTS;

/** What stands in the database about a lead's call. */
function story(email: string): { events: string[]; calls: { state: string; lead_id: string | null }[] } {
  const db = new DatabaseSync(join(inject('dataDir'), 'leads.sqlite'), { readOnly: true });
  try {
    const [lead] = storedLeads(email);
    const events = db.prepare('select kind from lead_events where lead_id = ? order by at, id');
    const calls = db.prepare('select state, lead_id from bookings where email = ?');
    return {
      events: events.all(lead?.id ?? '').map(({ kind }) => String(kind)),
      calls: calls.all(email) as never,
    };
  } finally {
    db.close();
  }
}

/** Holds what a page of ours owes at every width: no side-scroll, one red action, nothing that axe finds. */
async function checkPage(page: Page, javaScript: boolean, name: string): Promise<void> {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true });
    if (javaScript)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  if (javaScript) expect(await axeViolations(page)).toEqual([]);
}

describe('a call booked on the site itself', () => {
  it.each([true, false])('from /sales to its cancellation (JavaScript: %s)', async (javaScriptEnabled) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales', { javaScriptEnabled });
    await page.fill('#page-name', NAME);
    await page.fill('#page-email', email);
    await page.click('#formulaire button[type=submit]');
    await page.waitForURL(/\/introduction\?/);
    if (javaScriptEnabled) await checkPage(page, true, 'introduction');

    await page.click('[data-booking-link]');
    await page.waitForURL(/\/rendez-vous(\?|$)/);
    if (javaScriptEnabled) {
      expect(await page.inputValue('input[name=name]')).toBe(NAME);
      expect(await page.inputValue('input[name=email]')).toBe(email);
      expect(await page.inputValue('input[name=lead]')).toMatch(/^[\w-]{74}$/);
    }
    await checkPage(page, javaScriptEnabled, 'rendez-vous');
    await page.fill('input[name=name]', NAME);
    await page.fill('input[name=email]', email);
    await page.fill('input[name=phone]', '021 555 01 48');
    await page.locator('input[name=start]').first().check({ force: true });
    await page.click('main form button');

    await page.waitForURL(/\/rendez-vous\/[\w-]{32}$/);
    const manage = page.url();
    expect(await page.locator('[role=status]').textContent()).toContain('C’est réservé');
    await checkPage(page, javaScriptEnabled, 'booked');
    const token = new URL(manage).pathname;
    await eventually(async () => {
      expect(
        mailsTo(email).filter((mail) => mail.includes('METHOD:REQUEST') || /text\/calendar/i.test(mail)),
      ).toHaveLength(1);
    });
    await eventually(async () =>
      expect(mailsTo(agency.email).filter((mail) => /text\/calendar/i.test(mail))).not.toEqual([]),
    );

    await page.click('main a[href="/validation"]');
    await page.waitForURL('**/validation');
    await page.goto(token);
    await page.click('#annuler summary');
    await page.click('#annuler button');
    await page.waitForURL(`**${token}`);
    expect(await page.locator('[role=status]').textContent()).toContain('C’est annulé');
    if (SHOTS) await checkPage(page, javaScriptEnabled, 'cancelled');

    const [lead] = storedLeads(email);
    expect(story(email)).toEqual({
      events: ['received', 'call-booked', 'call-cancelled'],
      calls: [{ state: 'cancelled', lead_id: lead?.id }],
    });
    await page.context().close();
  });
});
