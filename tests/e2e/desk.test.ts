import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { desk as words } from '#content/pages/desk.ts';
import { freePort } from '#scripts/support/free-port.ts';
import { storedRows } from '../support/stored-rows.ts';
import { axeViolations } from './support/axe.ts';
import { forThisFile, newPage, settled, shellForThisFile } from './support/chromium.ts';
import { tabTo } from './support/focus.ts';
import { edgeless, markGrounded } from './support/forced-colors.ts';
import { sidewaysScroll } from './support/layout.ts';
import { illegibleText } from './support/legible.ts';
import { startServer } from './support/server.ts';
import { SIZES } from './support/site.ts';
import { mistakesIn, saidBy } from './support/typography.ts';

const browser = await shellForThisFile();
const OPS_PORT = String(await freePort());
const server = await forThisFile(
  startServer({ OPS_PORT, AUDITS: 'off' }).then((one) => ({ ...one, close: () => one.stop() })),
);
const DESK = `http://127.0.0.1:${OPS_PORT}`;
const marked = () =>
  storedRows<{ kind: string }>(
    server.dataDir,
    `select kind from lead_events where "by" = 'owner' order by at`,
  ).map(({ kind }) => kind);

async function openDesk(options = {}): Promise<Page> {
  const [key] = storedRows<{ value: string }>(
    server.dataDir,
    "select value from secrets where name = 'desk'",
  );
  const page = await newPage(browser, { baseURL: DESK, ...options });
  await page.goto(`/?key=${key?.value}`);
  return page;
}

/** @param books whether a call is booked, which answers the lead */
async function come(name: string, email: string, books = true): Promise<string> {
  const lead = {
    id: crypto.randomUUID(),
    name,
    email,
    userId: 'usr_abc123def456',
    url: `${server.url}/sales`,
  };
  const response = await fetch(`${server.url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  });
  const { reference } = (await response.json()) as { reference: string };
  if (!books) return lead.id;
  const { slots } = (await (
    await fetch(`${server.url}/api/slots?from=${new Date().toISOString().slice(0, 10)}&days=14`)
  ).json()) as { slots: string[] };
  const call = {
    id: crypto.randomUUID(),
    start: slots[0],
    name,
    email,
    phone: '021 555 01 48',
    lead: reference,
  };
  await fetch(`${server.url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  return lead.id;
}

it('an owner sees who comes, notes an answer by keyboard alone, and takes it back', async () => {
  const page = await openDesk();
  const errors: string[] = [];
  page.on('console', (said) => said.type() === 'error' && errors.push(said.text()));
  expect(await page.innerText('main')).toContain(words.now.empty.title);
  await come('Zoé Müller', 'zoe@exemple.ch');
  await page.getByRole('link', { name: 'Zoé Müller' }).first().waitFor();
  await come('Zoé Müller', 'zoe@autre-exemple.ch', false);
  const people = page.locator('.desk-rows').first().locator('.desk-row');
  await expect.poll(() => people.count()).toBe(2);
  await tabTo(page, '.desk-row button[value=repondu]');
  await page.keyboard.press('Enter');
  await page.getByText(words.done.repondu).waitFor();
  expect(marked()).toEqual(['answered']);
  // The page is read anew meanwhile; what was done last is still said.
  await come('Anne Favre', 'anne@exemple.ch');
  await page.getByRole('link', { name: 'Anne Favre' }).first().waitFor();
  await tabTo(page, '[data-undo]');
  await page.keyboard.press('Enter');
  await page.getByText(words.done.annuler).waitFor();
  expect(marked()).toEqual([]);
  // Enter in the amount means « Gagné », not the first answer of the row.
  const [won] = await page.locator('.desk-row .desk-won').all();
  await won?.locator('summary').click();
  await won?.locator('input[name=amount]').fill('12’500.50');
  await page.keyboard.press('Enter');
  await page.getByText(words.done.gagne).waitFor();
  expect(marked()).toEqual(['won']);
  await page.locator('[data-undo]').click();
  await page.getByText(words.done.annuler).waitFor();
  expect(errors).toEqual([]);
});

it('contacts are found while a name is typed, and turned by j and k', async () => {
  const page = await openDesk();
  await page.goto('/contacts');
  await page.locator('input[name=q]').pressSequentially('mull zoe');
  const listed = page.locator('.desk-list li a');
  await expect.poll(() => listed.count()).toBe(2);
  expect(await page.locator('input[name=q]').inputValue()).toBe('mull zoe');
  await listed.first().click();
  await page.waitForURL(/contacts\/[0-9a-f-]{36}\?q=/);
  const first = page.url();
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.href !== first);
  expect(await page.innerText('.desk-story h1')).toBe('Zoé Müller');
  await page.keyboard.press('k');
  await page.waitForURL(first);
  // From the search to the list by Enter, along it by j, and in by Enter again.
  await page.goto('/contacts');
  await page.locator('input[name=q]').fill('mull zoe');
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.className);
  await expect.poll(focused).toBe('desk-item');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.length > '/contacts/'.length);
  expect(page.url()).not.toBe(first);
});

it('without scripts an answer is noted and taken back as well', async () => {
  const page = await openDesk({ javaScriptEnabled: false });
  await page.click('.desk-row button[value=perdu]');
  expect(await page.innerText('[role=status]')).toContain(words.done.perdu);
  expect(marked()).toEqual(['lost']);
  await page.click('[data-undo]');
  expect(marked()).toEqual([]);
});

const EXAMPLE = ['/exemple/', '/exemple/contacts', '/exemple/appels', '/exemple/entonnoir'];

it.each(['/', '/contacts', '/contact', '/effacer', '/appels', '/sante', '/closed', ...EXAMPLE])(
  '%s can be read by everybody, at every size',
  async (path) => {
    const page = await openDesk();
    const [lead] = storedRows<{ id: string }>(server.dataDir, 'select id from leads order by created_at');
    const at = { '/contact': `/contacts/${lead?.id}`, '/effacer': `/contacts/${lead?.id}/effacer` };
    if (path === '/closed') await page.context().clearCookies();
    await page.goto(path === '/closed' ? '/' : (at[path as keyof typeof at] ?? path));
    expect((await saidBy(page)).flatMap(mistakesIn)).toEqual([]);
    for (const size of [...SIZES, { width: 320, height: 800, name: 'narrow' }]) {
      await page.setViewportSize(size);
      await settled(page);
      expect(await axeViolations(page), size.name).toEqual([]);
      for (const text of ['', '200%']) {
        await page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), text);
        expect(await sidewaysScroll(page), `${size.name} ${text}`).toEqual({ px: 0, by: [] });
        expect(await illegibleText(page), `${size.name} ${text}`).toEqual([]);
      }
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    }
    await markGrounded(page);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await edgeless(page)).toEqual([]);
  },
);
