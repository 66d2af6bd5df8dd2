import { EXHAUSTING } from '../fixtures/audits/exhausting.ts';
import { hostileSite } from '../fixtures/audits/hostile.ts';
import { HUNGRY } from '../fixtures/audits/hungry.ts';
import type { Site } from '../fixtures/audits/site.ts';
import { SITES } from '../fixtures/audits/sites.ts';

/** A port on which databases often listen, on the machine of whoever opens the page. */
const FOREIGN_PORT = 6379;

const { bomb, endless, fast, quadratic, tarpit } = SITES as Readonly<Record<string, Site>>;

/** Without TLS: the product's browser trusts no authority of ours. */
const inBrowsers = Object.entries({
  ...{ bomb, endless, quadratic, tarpit },
  ...{ everything: hostileSite(FOREIGN_PORT), ...HUNGRY },
  calm: fast,
}).flatMap(([name, site]) => (site ? [[name, { ...site, tls: 'none', redirects: false }] as const] : []));

/** What is audited, as `<name>.test`, in the order in which it is asked for; `HONEST` is the last. */
export const AUDITED: Readonly<Record<string, Site>> = { ...EXHAUSTING, ...Object.fromEntries(inBrowsers) };
export const HONEST = 'calm';
