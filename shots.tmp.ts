import { writeFileSync } from 'node:fs';
import { serve } from '#server/serve.ts';
import { createLog } from '#server/system/log.ts';
import { runAudit } from '#server/audits/run-audit.ts';
import { openInternet } from './tests/fixtures/audits/internet.ts';
import { SITES } from './tests/fixtures/audits/sites.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { chromium } from 'playwright-core';
const internet = await openInternet(SITES);
const { network, certificates } = internet;
const server = await serve({ environment: { HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', DATA_DIR: mkdtempSync('/tmp/w/au/data') }, siteDir: 'dist', log: createLog({ write: () => {} }),
  auditEngine: (asked, { onStep }) => runAudit(asked, { network, now: Date.now, publicUrl: 'https://oui-48.example', ownAddresses: [], browser: true, seams: { ca: [certificates.ca], browser: { sandbox: false, more: [certificates.chromiumFlag] } } }, onStep) });
for (const site of process.argv.slice(2)) {
  const r = await fetch(server.url + '/api/audits', { method: 'POST', headers: {'content-type':'application/json'}, body: JSON.stringify({ url: `https://${site}.test/` }) });
  const { token, page } = await r.json() as any;
  for (;;) { const v = await (await fetch(`${server.url}/api/audits/${token}`)).json() as any; if (v.state === 'done' || v.state === 'refused') break; await new Promise(r => setTimeout(r, 300)); }
  const b = await chromium.launch({ executablePath: '/usr/lib/chromium/chromium', args: ['--no-sandbox'] });
  for (const w of [390, 1440]) { const p = await b.newPage({ viewport: { width: w, height: 900 } }); await p.goto(server.url + page); await p.waitForTimeout(800); await p.screenshot({ path: `/tmp/w/au/rep-${site}-${w}.png`, fullPage: true }); if (w === 1440) await p.pdf({ path: `/tmp/w/au/rep-${site}.pdf`, format: 'A4', printBackground: false, preferCSSPageSize: true }); if (w === 390) await p.screenshot({ path: `/tmp/w/au/top-${site}-390.png` }); await p.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; })); await p.screenshot({ path: `/tmp/w/au/open-${site}-${w}.png`, fullPage: true }); if (w === 1440) await p.pdf({ path: `/tmp/w/au/open-${site}.pdf`, format: 'A4', preferCSSPageSize: true }); await p.close(); }
  await b.close();
  spawnSync('pdftoppm', ['-r', '60', '-png', `/tmp/w/au/open-${site}.pdf`, `/tmp/w/au/open-${site}-pdf`]);
  spawnSync('pdftoppm', ['-r', '60', '-png', `/tmp/w/au/rep-${site}.pdf`, `/tmp/w/au/rep-${site}-pdf`]);
}
process.exit(0);
