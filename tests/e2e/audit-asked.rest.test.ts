import { describe, expect, it } from 'vitest';
import { audit } from '#content/pages/audit.ts';
import { MOST_FINDINGS } from '#domain/audit.ts';
import type { HttpFacts } from '#server/audits/audit-facts.ts';
import { someFacts } from '../fakes/audit-engine.ts';
import {
  arrive,
  beginsOnFirstScreen,
  check,
  form,
  onFirstScreen,
  picture,
  says,
  sendForm,
} from './support/audit-page.ts';
import { shellForThisFile, WITH_MOTION } from './support/chromium.ts';
import { watchShifts } from './support/layout.ts';

const browser = await shellForThisFile();

describe('the audit that step 1 has asked for', () => {
  it.each([
    [390, 844],
    [1440, 900],
  ])(
    'at %s px opens with the audit that was asked for, with no touch, and nothing moves',
    async (width, height) => {
      const { page, nextVisit } = await arrive(browser, { ...WITH_MOTION, viewport: { width, height } });
      await sendForm(page, 'claire@menuiserie-favre.ch');
      const shifts = await watchShifts(page, false);
      const visit = await nextVisit();
      expect(visit.url).toBe('https://menuiserie-favre.ch/');
      const http = { ...(someFacts(visit.url).http as HttpFacts), httpLeadsToHttps: false };
      visit.begin({ step: 'legal', facts: someFacts(visit.url, { http }) });
      visit.begin({ step: 'phone' });
      await page.locator('.audit-findings .failed').first().waitFor();
      expect(await page.locator('.audit-findings li').count()).toBe(MOST_FINDINGS);
      for (const part of ['.audit-host', '.audit-track', '.audit-findings', '.audit-foot', '#booking-title'])
        expect([part, await onFirstScreen(page, part)]).toEqual([part, true]);
      for (const part of ['[data-film]', '.time-choice > .free-days > label'])
        expect([part, await beginsOnFirstScreen(page, part)]).toEqual([part, true]);
      await check(page);
      visit.takePicture();
      await picture(page).waitFor();
      visit.endMeasured();
      await says(page, audit.live.ready);
      await page.getByRole('link', { name: audit.live.talk }).click();
      expect(new URL(page.url()).hash).toBe('#rendez-vous');
      expect(await shifts()).toBe(0);
      await page.reload();
      await says(page, audit.live.ready);
      await page.getByRole('button', { name: audit.live.notMine }).click();
      await form(page).waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('audit-url');
      await page.reload();
      await page.locator('#audit [role=alert]').getByText(audit.refused.why['not-theirs']).waitFor();
    },
  );

  it('asks with one field who has a mailbox of a provider, and says until when the audit comes', async () => {
    const { page, nextVisit } = await arrive(browser);
    await sendForm(page, 'claire@gmail.com');
    await page.locator('#audit').getByText('une personne vous envoie l’audit au plus tard le').waitFor();
    expect(await onFirstScreen(page, '#audit form')).toBe(true);
    await check(page);
    await page.fill('#audit-url', 'www.exemple.ch');
    await page.keyboard.press('Enter');
    expect((await nextVisit()).url).toBe('https://www.exemple.ch/');
  });

  it('waits with the audit for a lead that the server has not taken yet', async () => {
    const { page, proxy, nextVisit } = await arrive(browser);
    proxy.stall(({ url, method }) => url === '/api/leads' && method === 'POST');
    await sendForm(page, 'claire@menuiserie-favre.ch');
    await says(page, audit.live.kept);
    proxy.stall(() => false);
    expect((await nextVisit()).url).toBe('https://menuiserie-favre.ch/');
    await says(page, 'Nous regardons menuiserie-favre.ch');
  });

  it('without JavaScript the page after the form shows it too, until the report is there', async () => {
    const { page, nextVisit } = await arrive(browser, { javaScriptEnabled: false });
    await sendForm(page, 'claire@menuiserie-favre.ch');
    const visit = await nextVisit();
    // Before anything was seen it says what is looked at, and how to see what follows.
    const first = page.locator('noscript .audit-first');
    await first.waitFor();
    expect(await first.textContent()).toContain(audit.live.first);
    expect(await onFirstScreen(page, 'noscript .audit-first')).toBe(true);
    expect(await onFirstScreen(page, 'noscript .audit-phone svg')).toBe(true);
    await page.getByRole('link', { name: audit.live.reloadLink }).click();
    await first.waitFor();
    visit.begin({ step: 'legal', facts: someFacts(visit.url) });
    await page.locator('.audit-findings li').first().waitFor();
    expect(await onFirstScreen(page, 'noscript .audit-findings')).toBe(true);
    visit.end();
    await page.getByRole('link', { name: audit.live.open }).waitFor();
    await page.getByRole('button', { name: audit.live.notMine }).click();
    await page.locator('noscript [role=alert]').waitFor();
    expect(await page.locator('noscript [role=alert]').textContent()).toBe(audit.refused.why['not-theirs']);
    expect(await form(page).isVisible()).toBe(true);
  });
});
