import { describe, expect, it } from 'vitest';
import { agencyShell } from '#content/pages/agency.ts';
import { introduction } from '#content/pages/introduction.ts';
import { BOOK, chooseTime } from './support/choose.ts';
import { openPage, shellForThisFile, WITH_MOTION } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { deliveredRecords, freshEmail, storedLeads } from './support/leads.ts';
import { SIZES } from './support/site.ts';

const browser = await shellForThisFile();

describe.each(SIZES)('the funnel on a $name', ({ width, height }) => {
  it.each([true, false])('leads from the form to the chat (JavaScript: %s)', async (javaScriptEnabled) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales', {
      ...WITH_MOTION,
      viewport: { width, height },
      javaScriptEnabled,
    });
    await page.fill('#page-name', '  Zoë & Luc <b> ');
    await page.fill('#page-email', email);
    await page.click('#formulaire button[type=submit]');

    await page.waitForURL(/\/introduction\?/);
    const query = new URL(page.url()).searchParams;
    expect([query.get('name'), query.get('email')]).toEqual(['Zoë & Luc <b>', email]);
    expect(await page.locator('h1').textContent()).toBe("Plus qu'une étape!");
    const { received, receivedPlain } = introduction.news;
    await page
      .getByText(javaScriptEnabled ? received.replace('%', () => 'Zoë & Luc <b>') : receivedPlain)
      .waitFor();

    const [lead, ...others] = storedLeads(email);
    expect(others).toEqual([]);
    expect(lead).toMatchObject({ name: 'Zoë & Luc <b>', email, status: 'Cold' });
    expect(lead?.user_id).toMatch(/^usr_[0-9a-z]+$/);
    expect(new URL(lead?.url ?? '').pathname).toBe('/sales');

    await eventually(async () => expect(await deliveredRecords(email)).toHaveLength(1));
    const [record] = await deliveredRecords(email);
    expect(record?.fields).toMatchObject({
      Name: 'Zoë & Luc <b>',
      ID: lead?.user_id,
      Status: 'Cold',
      URL: lead?.url,
    });

    if (!javaScriptEnabled) await page.click('[data-booking-link]');
    await chooseTime(page);
    await page.fill('[name=phone]', '021 555 01 48');
    await page.click(BOOK);
    await page.waitForURL(/\/rendez-vous\/[\w-]{32}$/);
    await page.click('a[href^="/validation"]');
    await page.waitForURL('**/validation?appel=*');
    expect(await page.locator('h1').textContent()).toBe('C’est confirmé.');
    const chat = page.locator('main a[target=_blank]');
    expect(await chat.count()).toBe(1);
    expect(new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text')).toBe('valider');
  });

  it('shows the progress of each step', async () => {
    const page = await openPage(browser, '/sales', { ...WITH_MOTION, viewport: { width, height } });
    const states = () =>
      page.locator('[data-step]').evaluateAll((steps) => steps.map((s) => s.getAttribute('data-step')));
    expect(await states()).toEqual(['current', 'ahead', 'ahead']);
    await page.goto('/introduction');
    expect(await states()).toEqual(['done', 'current', 'ahead']);
    await page.goto('/validation');
    expect(await states()).toEqual(['done', 'done', 'current']);
  });

  it.each([true, false])(
    'ticks in the progress what was done (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const name = `Zoé ${width} ${javaScriptEnabled}`;
      const page = await openPage(browser, '/introduction', {
        ...WITH_MOTION,
        viewport: { width, height },
        javaScriptEnabled,
      });
      const ticks = () => page.locator('[data-step=done] svg:visible').count();
      const first = page.locator('[data-step]').first();
      const [plain = ''] = agencyShell.steps;
      const [asked = ''] = agencyShell.stepsDone;
      for (const path of ['/introduction', '/rendez-vous', '/validation']) {
        await page.goto(path);
        expect([path, await ticks(), await first.getByText(asked).isVisible()]).toEqual([path, 0, false]);
        expect(await first.getByText(plain).isVisible()).toBe(true);
      }
      await page.goto('/introduction');
      await page.getByText(introduction.greetingPlain).waitFor();
      await page.goto('/sales');
      await page.fill('#page-name', name);
      await page.fill('#page-email', freshEmail());
      await page.click('#formulaire button[type=submit]');
      await page.waitForURL(/\/introduction\?/);
      expect([await ticks(), await first.getByText(asked).isVisible()]).toEqual([1, true]);
      expect(await first.getByText(plain).isVisible()).toBe(false);
      if (!javaScriptEnabled) return;
      // No call is booked: step 2 has no check mark, for eyes and readers alike.
      await page.goto('/validation');
      expect([await ticks(), await page.getByText(agencyShell.done).count()]).toEqual([1, 2]);
    },
  );
});
