// A process of its own: the real server on its embedded database, whose audits visit the sites of internet.ts.
import { runAudit } from '#server/audits/run-audit.ts';
import { serve } from '#server/serve.ts';
import { type NetworkPlan, networkOf } from '../../tests/fixtures/audits/internet.ts';

export interface Ways {
  readonly plan: NetworkPlan;
  readonly ca: string;
  readonly chromiumFlag: string;
}

process.once('message', async ({ plan, ca, chromiumFlag }: Ways) => {
  const network = networkOf(plan);
  const { url, stop } = await serve({
    auditEngine: (asked, { browser, onStep }) =>
      runAudit(
        asked,
        {
          ...{ network, now: Date.now, publicUrl: 'https://oui-48.example', ownAddresses: [], browser },
          seams: { ca: [ca], browser: { more: [chromiumFlag] } },
        },
        onStep,
      ),
  });
  process.send?.(url);
  process.on('disconnect', () => void stop().then(() => process.exit()));
});
