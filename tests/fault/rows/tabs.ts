import type { BrowserContext, Page } from 'playwright-core';
import { launchShell } from '#scripts/browsers/launch.ts';
import { toPending } from '#site/lead/pending-lead.ts';
import { startServer } from '../../e2e/support/server.ts';
import { family } from '../../fakes/leads.ts';
import { judge } from '../harness/oracle.ts';
import { startProvider } from '../harness/provider.ts';
import type { Row } from '../harness/row.ts';
import { until } from '../harness/until.ts';
import type { SentLead } from '../harness/words.ts';

const TABS = 10;
const LEADS = 3;

export const tabs: Row = {
  name: 'tabs',
  fault: '10 tabs of Chromium come online together, the one that sends is closed in the middle',
  unit: 'rounds, 3 leads each',
  dose: { full: 50, quick: 3 },
  bar: 'no lead leaves the list unacknowledged; one row a lead',
  async run(scene) {
    const provider = await startProvider(scene, scene.random.within(1, 2 ** 30));
    const server = await startServer({ ...provider.environment() });
    scene.onEnd(() => server.stop());
    const browser = await launchShell();
    scene.onEnd(() => browser.close());
    const acknowledged: SentLead[] = [];
    for (let round = 0; round < scene.dose; round += 1) {
      const context = await browser.newContext({ baseURL: server.url });
      const told = logOf(context);
      const pages = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
      for (const page of pages) await page.goto('/terms-conditions');
      await context.setOffline(true);
      // One visitor: each a correction of the one before, or from another page.
      const leads = family(LEADS);
      const [first] = pages as [Page, ...Page[]];
      await first.evaluate(
        (list) => localStorage.setItem('pending_leads', list),
        JSON.stringify(leads.map((lead, index) => toPending(lead, Date.now() + index))),
      );
      const sending = context.waitForEvent('request', (request) => request.url().endsWith('/api/leads'));
      await context.setOffline(false);
      const sender = (await sending).frame().page();
      await sender.close();
      const [left] = pages.filter((page) => page !== sender) as [Page, ...Page[]];
      const list = () => left.evaluate(() => localStorage.getItem('pending_leads'));
      await until('the empty list', 120_000, async () => (await list()) === '[]');
      for (const lead of leads) {
        if (told.has(lead.id)) acknowledged.push(lead);
        else scene.broken.push(`${lead.id} left the list, and nobody acknowledged it`);
      }
      await context.close();
    }
    await provider.holds(acknowledged, 60_000).catch(() => {});
    const provided = { records: await provider.records(), requests: provider.requests };
    return judge({ acknowledged, sent: acknowledged }, provided);
  },
};

/** Ids of the leads that the service said it has, as the browser's network saw it. */
function logOf(context: BrowserContext): ReadonlySet<string> {
  const told = new Set<string>();
  context.on('response', (response) => {
    const request = response.request();
    if (!request.url().endsWith('/api/leads') || !response.ok()) return;
    told.add((JSON.parse(request.postData() ?? '{}') as { id: string }).id);
  });
  return told;
}
