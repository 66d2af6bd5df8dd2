import { it } from 'vitest';
import { judge } from '#server/audits/checks/judge.ts';
import { runAudit } from '#server/audits/run-audit.ts';
import { openInternet } from '../fixtures/audits/internet.ts';
import { openOwnSite } from '../fixtures/audits/own-site.ts';
import { ROUTES, addressOf } from '../e2e/support/site.ts';
it('x', async () => {
  const own = await openOwnSite();
  const internet = await openInternet({ ours: own.site });
  const { network, certificates } = internet;
  for (const route of (process.env.ONLY?.split(',') ?? ROUTES)) {
    const t = performance.now();
    const { facts } = await runAudit({ url: `https://ours.test${addressOf(route)}`, schemeTyped: true }, { network, now: Date.now, publicUrl: 'https://oui-48.example/audit', ownAddresses: [], browser: process.env.BROWSER === '1', seams: { ca: [certificates.ca], browser: { sandbox: false, more: [certificates.chromiumFlag] } } });
    console.log(route, facts.visit.end, facts.url, Math.round(performance.now() - t));
    for (const r of judge(facts)) if (!['ok','not-applicable'].includes(r.outcome) && !(r.outcome === 'not-measured' && process.env.BROWSER !== '1')) console.log('   ', r.outcome, r.id, '|', r.sentence, '|', r.evidence);
    if (process.env.BROWSER === '1') console.log('   ', JSON.stringify({ ...(facts.browser as any).phone, conditions: undefined, hosts: undefined }), JSON.stringify((facts.browser as any).refused ?? facts.browser));
  }
  await internet.close(); await own.close();
}, 600000);
