// npm run doctor: what still stands between this checkout and going live.
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { StartRefused } from '#server/config/start-refused.ts';
import { checkCalendar } from './doctor/calendar.ts';
import { checkContent } from './doctor/content.ts';
import type { Finding } from './doctor/finding.ts';
import { checkLeads } from './doctor/leads.ts';
import { checkProvider } from './doctor/provider.ts';
import { checkSettings } from './doctor/settings.ts';

/** Everything found, gravest first. */
async function examine(): Promise<Finding[]> {
  try {
    const config = loadConfig(readEnvironment(process.env));
    const provider = config.airtable ? [await checkProvider(config.airtable)] : [];
    return [
      ...checkSettings(config),
      ...provider,
      ...(await checkLeads(config)),
      ...(await checkCalendar(config, Date.now())),
      ...checkContent(),
    ];
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return [{ weight: 'blocks', text: error.message }, ...checkContent()];
  }
}

const findings = await examine();
const titles = {
  blocks: 'À régler d’abord (un contact serait perdu ou retardé)',
  mend: 'À régler avant la mise en ligne',
  fine: 'En ordre',
} as const;

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(findings, null, 2));
} else {
  for (const [weight, title] of Object.entries(titles)) {
    const texts = findings
      .filter((finding) => finding.weight === weight)
      .map((finding) => `  - ${finding.text}`);
    if (texts.length > 0) console.log(`${title} :\n${texts.join('\n')}\n`);
  }
}
process.exitCode = findings.some((finding) => finding.weight === 'blocks') ? 1 : 0;
