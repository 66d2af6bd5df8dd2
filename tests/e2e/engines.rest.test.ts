import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#content/call.ts';
import { isThere } from '#scripts/browsers/installed-browsers.ts';
import { ISLAND_TIMES } from './support/choose.ts';
import { EXTENSION, HELD_LOCKS, TOO_YOUNG, TRANSLATION } from './support/conditions.ts';
import { storedLeads } from './support/leads.ts';
import { mailsTo } from './support/mails.ts';
import { type StallingProxy, startStallingProxy } from './support/stalling-proxy.ts';
import { patiently, until, untilAlive, untilAt, untilSeen, type Walker } from './support/walker.ts';
import { chromiumWalker } from './support/walkers/chromium.ts';
import { firefoxWalker } from './support/walkers/firefox.ts';
import { webkitWalker } from './support/walkers/webkit.ts';

const engines = [
  { engine: 'Chromium', start: chromiumWalker },
  { engine: 'Firefox', start: firefoxWalker },
  { engine: 'WebKit', start: webkitWalker },
] as const;

/** Fade of a page change, from the specification. */
const FADE_MS = 300;

describe.each(engines)('$engine', ({ engine, start }) => {
  // Named as skipped in the closing lines of `npm test`; in CI that is a failure.
  describe.skipIf(!isThere(engine))('walks', () => {
    let walker: Walker;
    let proxy: StallingProxy;
    beforeAll(async () => {
      proxy = await startStallingProxy(inject('siteUrl'));
      walker = await start(proxy.url);
    });
    afterAll(async () => {
      await walker?.close();
      await proxy?.close();
    });

    // In Chromium other files of this folder test the same steps.
    const itExceptChromium = engine === 'Chromium' ? () => {} : it;

    itExceptChromium('the funnel', async () => {
      await walker.open('/sales');
      await walker.type('#page-name', 'Zoë Müller');
      await walker.type('#page-email', `zoe.${engine}@exemple.ch`);
      await walker.click('#formulaire button[type=submit]');
      await untilAt(walker, '/introduction');
      const query = new URLSearchParams(await walker.look<string>('location.search'));
      expect(Object.fromEntries(query)).toEqual({ name: 'Zoë Müller', email: `zoe.${engine}@exemple.ch` });
      await walker.open('/validation');
      await untilSeen(walker, 'main a[target=_blank]');
    });

    it.each([
      ['is stalled', async () => proxy.stall(() => true)],
      ['is gone', () => proxy.close()],
    ])('on by itself where the server %s at submit, and waits for it on the page', async (how, fail) => {
      const email = `attente.${engine.toLowerCase()}.${how.replace(' ', '-')}@exemple.ch`;
      await walker.open('/sales');
      await walker.type('#page-name', 'Zoë');
      await walker.type('#page-email', email);
      await fail();
      await walker.click('#formulaire button[type=submit]');
      await until(
        walker,
        "document.querySelector('#formulaire').innerText.includes('Le serveur ne répond pas')",
      );
      expect(await walker.look('location.pathname')).toBe('/sales');
      expect(storedLeads(email)).toEqual([]);
      proxy.stall(() => false);
      if (how === 'is gone')
        proxy = await startStallingProxy(inject('siteUrl'), Number(new URL(proxy.url).port));
      await untilAt(walker, '/introduction');
      await patiently(async () => expect(storedLeads(email)).toHaveLength(1));
    });

    // In Chromium visitors-browser.rest.test.ts does, with more.
    const conditions = [
      ['an extension has put elements beside the fields', EXTENSION],
      ['the page was translated', TRANSLATION],
      ['the browser is of 2021', TOO_YOUNG],
      ['another tab holds the locks', HELD_LOCKS],
    ] as const;
    it.each(engine === 'Chromium' ? [] : conditions)('a lead to its end where %s', async (how, script) => {
      const email = `${how.replace(/[^a-z]/g, '')}.${engine.toLowerCase()}@exemple.ch`;
      await walker.open('/sales');
      await walker.look(`(() => { ${script} })()`);
      await walker.type('#page-name', 'Zoé');
      await walker.type('#page-email', email);
      // React has come, and may have made the form anew.
      await untilAlive(walker, '#page-name');
      expect(
        await walker.look(
          '[...document.querySelectorAll("#formulaire input")].slice(0, 2).map(({ value }) => value)',
        ),
      ).toEqual(['Zoé', email]);
      expect(await walker.look('document.activeElement.id')).toBe('page-email');
      await walker.click('#formulaire button[type=submit]');
      await untilAt(walker, '/introduction');
      await patiently(async () => expect(storedLeads(email)).toHaveLength(1));
    });

    // Firefox keeps over a reload that a button was disabled.
    itExceptChromium('a form that can be sent after a reload in the middle of a sending', async () => {
      await walker.open('/sales');
      await walker.type('#page-name', 'Zoé');
      await walker.type('#page-email', `reload.${engine.toLowerCase()}@exemple.ch`);
      proxy.stall(({ url }) => url?.startsWith('/api/leads') ?? false);
      const sent = proxy.stalled('/api/leads');
      await walker.look(
        "setTimeout(() => document.querySelector('#formulaire button[type=submit]').click())",
      );
      await sent;
      await walker.look('setTimeout(() => location.reload())');
      await until(walker, "performance.getEntriesByType('navigation')[0].type === 'reload'");
      await until(walker, "document.querySelector('#formulaire button[type=submit]').matches(':enabled')");
      proxy.stall(() => false);
    });

    itExceptChromium('to a booked call and back by its cancel link', async () => {
      const email = `appel.${engine.toLowerCase()}.${Date.now()}@exemple.ch`;
      await walker.open(`/introduction?name=Zo%C3%AB&email=${encodeURIComponent(email)}`);
      await walker.type('#booking-phone', '021 555 01 48');
      await until(walker, `document.querySelector('#booking-name').value === 'Zoë'`);
      // One for each engine, since they walk side by side.
      const day = engines.findIndex((one) => one.engine === engine) + 1;
      await untilAlive(walker, '.time-choice > .free-times');
      await until(walker, `document.querySelectorAll('[name=day]').length > ${day}`);
      await walker.look(`document.querySelectorAll('[name=day]')[${day}].click()`);
      await until(walker, `document.querySelectorAll('[name=day]')[${day}].checked`);
      const booked = '/^.rendez-vous.[-_a-zA-Z0-9]{32}$/.test(location.pathname)';
      const taken = `document.querySelector('.time-choice .fault')`;
      // Other tests book at the same site: whoever finds a time taken chooses the next one.
      for (let tries = 1; tries <= 3 && !(await walker.look(booked)); tries += 1) {
        await walker.look(`document.querySelector('${ISLAND_TIMES}').click()`);
        await until(walker, `document.querySelector('${ISLAND_TIMES}').checked`);
        await walker.click('form[action="/api/bookings"] button[type=submit]');
        await until(walker, `${booked} || ${taken}`);
      }
      await until(walker, booked);
      await untilSeen(walker, '.state');
      const invitation = () => mailsTo(email).find((mail) => /text\/calendar/i.test(mail));
      await patiently(async () => expect(invitation()).toBeDefined());
      await walker.click('#annuler summary');
      await walker.click('#annuler button');
      await until(
        walker,
        `document.querySelector('[role=status]').textContent.includes('${call.cancelledState}')`,
      );
    });

    itExceptChromium(
      'the booking’s own page: the Enter key books, and does not lead to other days',
      async () => {
        await walker.open('/rendez-vous');
        for (const [name, text] of Object.entries({
          name: 'Zoé',
          email: 'zoe@exemple.ch',
          phone: '021 555 01 48',
        }))
          await walker.type(`[name=${name}]`, text);
        await walker.press('Enter');
        await untilSeen(walker, 'main [role=alert]');
        expect(await walker.look('location.pathname')).toBe('/api/bookings');
      },
    );

    it('the dialogs of the restaurants, by address, Escape and the back button', async () => {
      const dialog = 'document.getElementById("vevey-restaurant")';
      await walker.open('/restaurants');
      await walker.click('a[href="#vevey-restaurant"]');
      await until(walker, `${dialog}.matches(':modal') && location.hash === '#vevey-restaurant'`);
      await walker.press('Escape');
      await until(walker, `!${dialog}.open && location.hash === ''`);
      await walker.click('a[href="#vevey-restaurant"]');
      await until(walker, `${dialog}.open`);
      await walker.back();
      await until(walker, `!${dialog}.open && location.hash === '' && location.pathname === '/restaurants'`);
      await walker.open('/');
      await walker.open('/restaurants#vevey-restaurant');
      await until(walker, `${dialog}.matches(':modal')`);
      await walker.press('Escape');
      await until(walker, `!${dialog}.checkVisibility() && location.hash === ''`);
    });

    itExceptChromium('the dialog of the consultation', async () => {
      const dialog = 'document.getElementById("consultation")';
      await walker.open('/sales');
      // The pair takes its room once it is near: a click meanwhile would meet what stands there no more.
      await walker.look(`document.querySelector('[data-compare]').scrollIntoView()`);
      await until(
        walker,
        "[...document.querySelectorAll('[data-compare] img')].every((one) => one.complete)",
      );
      await walker.click('main a[href="#consultation"]');
      await until(walker, `${dialog}.matches(':modal') && ${dialog}.contains(document.activeElement)`);
      await untilSeen(walker, '#dialog-email');
      await untilAlive(walker, '#dialog-email');
      // It comes up from below: a click meanwhile would meet what its cross has left.
      await until(walker, `${dialog}.getAnimations({ subtree: true }).length === 0`);
      // On a machine that is busy Firefox has lost a pointer's click: a visitor clicks again.
      let isOpen = true;
      for (let tries = 1; tries <= 2 && isOpen; tries += 1) {
        await walker.click('#consultation [data-close]');
        isOpen = await until(walker, `!${dialog}.open`).then(
          () => false,
          () => true,
        );
      }
      expect(isOpen).toBe(false);
      await until(walker, "location.hash === ''");
    });

    it('from page to page, each fading out and in', async () => {
      await walker.open('/sales');
      const native = await walker.look<boolean>("'onpagereveal' in window");
      if (engine !== 'WebKit') expect(native).toBe(engine === 'Chromium');
      await walker.look(WATCH_FADE);
      await walker.click('footer a[href="/privacy-policy"]');
      await untilAt(walker, '/privacy-policy');
      if (native) expect(await walker.look("sessionStorage.getItem('transition')")).toBe('true');
      else {
        const outMs = await walker.look<number>("performance.timeOrigin - sessionStorage.getItem('outAt')");
        expect(outMs).toBeGreaterThan(FADE_MS - 20);
        expect(await walker.look('document.documentElement.dataset.fade')).toBe('in');
      }
      expect(await walker.look(FADE_OF_THE_STYLES)).toMatch(/^(0?\.3s|300ms)$/);
    });

    // The others' transitions are the browser's own, and their drivers wait for the page that does not come.
    const itFades = engine === 'Firefox' ? it : () => {};
    itFades('no empty page while the next one is not there', async () => {
      await walker.open('/sales');
      await readyToFade(walker);
      proxy.stall(({ url }) => url?.startsWith('/terms-conditions') ?? false);
      const asked = proxy.stalled('/terms-conditions');
      // Firefox's driver would wait for the page.
      await walker.look(
        'setTimeout(() => document.querySelector(\'footer a[href="/terms-conditions"]\').click())',
      );
      await asked;
      expect(await walker.look<number>(LEAST_OPACITY)).toBe(1);
      expect(await walker.look('location.pathname')).toBe('/sales');
      proxy.stall(() => false);
    });

    itFades('the page that answered and then does not come leaves this one standing', async () => {
      await walker.open('/sales');
      await readyToFade(walker);
      proxy.stall(({ url, method }) => method === 'GET' && (url?.startsWith('/data-protection') ?? false));
      const asked = proxy.stalled('/data-protection');
      await walker.look(
        'setTimeout(() => document.querySelector(\'footer a[href="/data-protection"]\').click())',
      );
      await asked;
      await until(walker, "getComputedStyle(document.body).opacity === '1'");
      await walker.look('window.stop()');
      expect(await walker.look('getComputedStyle(document.body).opacity')).toBe('1');
      proxy.stall(() => false);
    });
  });
});

/** Where the page has to fade by itself, what does so comes in a file of its own. */
async function readyToFade(walker: Walker): Promise<void> {
  await until(
    walker,
    "'onpagereveal' in window || performance.getEntriesByType('resource').some(({ name }) => /fade-out/.test(name))",
  );
  // The fade-in of this page.
  await until(walker, "document.getAnimations().every(({ playState }) => playState === 'finished')");
}

/** The least that is seen of the page in the second that follows. */
const LEAST_OPACITY = `new Promise((resolve) => {
  const begin = performance.now();
  let least = 1;
  const look = () => {
    least = Math.min(least, Number(getComputedStyle(document.body).opacity));
    if (performance.now() - begin < 1000) requestAnimationFrame(look);
    else resolve(least);
  };
  look();
})`;

const FADE_OF_THE_STYLES = "getComputedStyle(document.documentElement).getPropertyValue('--fade').trim()";

/** Remembers across the page change by which means, and since when, the page that is left has faded out. */
const WATCH_FADE = `(() => {
  const root = document.documentElement;
  new MutationObserver(() => {
    if (root.dataset.fade === 'out') sessionStorage.setItem('outAt', Date.now());
  }).observe(root, { attributes: true });
  addEventListener('pageswap', (event) => sessionStorage.setItem('transition', Boolean(event.viewTransition)));
  return true;
})()`;
