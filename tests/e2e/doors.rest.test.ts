import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { storedRows } from '../support/stored-rows.ts';
import { openPage, settled, shellForThisFile } from './support/chromium.ts';
import { freshEmail } from './support/leads.ts';

const browser = await shellForThisFile();

const TRAP = '#page-commentaire';

/** Why the leads under this e-mail are held (null: they are not). */
function reasons(email: string): (string | null)[] {
  const sql = 'select held_because from outbox join leads on id = lead_id where email = ?';
  const rows = storedRows<{ held_because: string | null }>(inject('dataDir'), sql, email);
  return rows.map(({ held_because }) => held_because);
}

async function send(page: Page, email: string): Promise<void> {
  await page.fill('#page-name', 'Claire');
  await page.fill('#page-email', email);
  await page.click('#formulaire button[type=submit]');
  await page.waitForURL(/introduction/);
}

describe('the form', () => {
  it('asks for a challenge when it is touched, never before, and carries the solved one', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await settled(page);
    await page.mouse.wheel(0, 400);
    expect(asked.filter((path) => /challenge|proof/.test(path))).toEqual([]);

    await page.focus('#page-name');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=proof]')?.value);
    const posted = page.waitForRequest('**/api/leads');
    await send(page, email);
    expect((await posted).postDataJSON().proof).toMatch(/^ey/);
    expect(reasons(email)).toEqual([null]);
  });

  it('is sent without a proof where none can be had, and not held for that', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.route('**/api/challenge', (route) => route.abort());
    await send(page, email);
    expect(reasons(email)).toEqual([null]);
  });

  it.each([true, false])('has a field that no person meets (JavaScript: %s)', async (javaScriptEnabled) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales', { javaScriptEnabled });
    const trap = page.locator(TRAP);
    const hidden = page.locator('#formulaire [aria-hidden=true]', { has: trap });
    expect(await hidden.boundingBox()).toMatchObject({ width: 1, height: 1 });
    await page.focus('#page-email');
    await page.keyboard.press('Tab');
    expect(await page.locator('#formulaire button[type=submit]:focus').count()).toBe(1);

    // A program writes into every field it finds, seen or not.
    await page.locator(TRAP).fill('Offre spéciale', { force: true });
    await send(page, email);
    expect(reasons(email)).toEqual([expect.stringContaining('Champ piège rempli')]);
  });
});
