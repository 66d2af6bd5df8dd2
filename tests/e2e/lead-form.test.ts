import { describe, expect, it } from 'vitest';
import { openPage, shellForThisFile } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { answerWith, EMAIL, fill, NAME, pending, SUBMIT, stall } from './support/lead-form.ts';
import { freshEmail, storedLeads } from './support/leads.ts';

const browser = await shellForThisFile();

describe('the lead form', () => {
  it.each([
    ['   ', 'x@exemple.ch', NAME],
    ['Claire', '   ', EMAIL],
  ])('asks nobody and goes nowhere when a field is blank (%j, %j)', async (name, email, at) => {
    const page = await openPage(browser, '/sales');
    const seen = await answerWith(page, 'abort');
    await fill(page, name, email);
    await page.click(SUBMIT);
    expect(await page.evaluate(() => `#${document.activeElement?.id}`)).toBe(at);
    expect(await page.locator(at).evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/sales');
    expect(seen.count).toBe(0);
  });

  it('says that it is sending, and lets nobody send twice meanwhile', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let requests = 0;
    await page.route('**/api/leads', async (route) => {
      requests++;
      await held;
      await route.continue();
    });
    await fill(page, 'Claire', email);
    await page.dblclick(SUBMIT);
    await page.waitForSelector(`${SUBMIT}[disabled]`);
    expect(await page.locator(SUBMIT).textContent()).toBe('Envoi en cours...');
    release();
    await page.waitForURL(/introduction/);
    expect(requests).toBe(1);
    expect(storedLeads(email)).toHaveLength(1);
  });

  it('says that it failed, and keeps what was typed, only when the lead can be neither sent nor kept', async () => {
    const page = await openPage(browser, '/sales');
    await page.context().setOffline(true);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await fill(page, 'Claire', 'claire@exemple.ch');
    await page.click(SUBMIT);
    const alert = page.locator('#formulaire [role=alert]');
    await eventually(async () =>
      expect(await alert.textContent()).toBe(
        'Une erreur est survenue. Veuillez réessayer ou contacter le support.',
      ),
    );
    expect(await page.inputValue(NAME)).toBe('Claire');
    expect(await page.inputValue(EMAIL)).toBe('claire@exemple.ch');
    expect(await page.locator(SUBMIT).isEnabled()).toBe(true);
    expect(await page.locator(SUBMIT).evaluate((button) => button === document.activeElement)).toBe(true);
    const support = page.locator('#formulaire a:is([href^="https://wa.me/"], [href^="mailto:"]):visible');
    expect(await support.count()).toBe(2);
  });

  it('keeps the focus in the form while it sends', async () => {
    const page = await openPage(browser, '/sales');
    await stall(page, '**/api/leads');
    await fill(page, 'Claire', 'claire@exemple.ch');
    await page.focus(SUBMIT);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${SUBMIT}[disabled]`);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
  });

  it('says what the service finds wrong, each fault under its field', async () => {
    const page = await openPage(browser, '/sales');
    const faults = [
      { field: 'email', message: 'Cette adresse est refusée.' },
      { field: 'name', message: 'Ce nom est refusé.' },
      { field: 'id', message: 'Ce numéro est refusé.' },
    ];
    await answerWith(page, { status: 422, body: JSON.stringify({ errors: faults }) });
    await fill(page, 'Claire', 'claire@exemple.ch');
    await page.click(SUBMIT);
    await page.getByText('Cette adresse est refusée.').waitFor();
    const described = (field: string) =>
      page.locator(field).evaluate((input) => {
        const place = document.getElementById(input.getAttribute('aria-describedby') ?? '');
        return [
          input.getAttribute('aria-invalid'),
          place?.textContent?.trim(),
          place?.previousElementSibling === input,
        ];
      });
    expect(await described(EMAIL)).toEqual(['true', 'Cette adresse est refusée.', true]);
    expect(await described(NAME)).toEqual(['true', 'Ce nom est refusé.', true]);
    expect(await page.locator('#formulaire [role=alert]').innerText()).toBe('Ce numéro est refusé.');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page-email');
    expect(await pending(page)).toEqual([]);
    await page.unroute('**/api/leads');
    await page.fill(EMAIL, freshEmail());
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
  });

  it.each(['{', '42', '"x"', '[null,{"name":1}]'])('works over damaged storage %s', async (damaged) => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.evaluate((value) => {
      localStorage.setItem('user_session', value);
      localStorage.setItem('pending_leads', value);
    }, damaged);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.reload();
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    expect(storedLeads(email)).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it('works in a browser that denies storage', async () => {
    const email = freshEmail();
    const page = await openPage(browser, '/sales');
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
      // Such a browser denies locks too.
      LockManager.prototype.request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    });
    await page.reload();
    await fill(page, 'Claire', email);
    await page.click(SUBMIT);
    await page.waitForURL(/introduction/);
    expect(storedLeads(email)).toHaveLength(1);
  });
});
