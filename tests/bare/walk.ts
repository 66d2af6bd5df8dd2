// npm run test:bare: the runbook's lines on a Debian that nothing was installed on, and visitors from several addresses.
// Needs root, mmdebstrap, and a way to the mirror and the registry that this machine uses. --only nginx or --only caddy.
import { equal, ok } from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { ensureProxies, PROXIES, type ProxyName } from '#scripts/support/programs.ts';
import type { AtEnd } from '../service/temporary-folder.ts';
import { inBrowser } from './browser.ts';
import { goLive, renewAndRotate } from './going-live.ts';
import { keepNothing, sing } from './logs.ts';
import { moveToPostgres } from './postgres.ts';
import { setStage } from './stage.ts';
import { backUpByTimer, LONGEST_MS, rollBack, settle, update } from './update.ts';
import { budgets, funnel, PERSON } from './visits.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = PROXIES.filter((name) => values.only === undefined || values.only === name);
if (wanted.length === 0 || process.getuid?.() !== 0) {
  console.error(`Run it as root; --only takes one of: ${PROXIES.join(', ')}`);
  process.exit(2);
}

let failed = 0;
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** One line for each thing that has to hold; what `step` returns is said behind it. */
async function hold(what: string, step: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  try {
    const said = await step();
    console.log(`  held  ${what}${typeof said === 'string' ? `: ${said}` : ''} (${seconds(since)})`);
  } catch (error) {
    failed += 1;
    console.log(`  BROKEN  ${what} (${seconds(since)})\n${error instanceof Error ? error.message : error}`);
  }
}

async function walk(proxy: ProxyName, atEnd: AtEnd): Promise<void> {
  console.log(`${proxy}:`);
  const stage = await setStage(proxy, atEnd);
  const accepted: string[] = [];
  await hold('the lines for going live, to the letter', async () => {
    const took = await goLive(proxy, stage);
    return `${took.length} lines, ${took.join(' + ')} s`;
  });
  if (failed > 0) return;
  await hold('the funnel over HTTPS, to Airtable and the mailboxes', () => funnel(stage));
  const protocol = proxy === 'caddy' ? 'h3' : 'h2';
  await hold(`the form in a browser, by ${protocol}`, () => inBrowser(protocol, stage));
  if (proxy === 'nginx')
    await hold('the certificate is renewed, the log rotated', () => renewAndRotate(stage));
  await hold('the backup that the timer starts', () => backUpByTimer(stage));
  await hold('an update over a migration, with visitors', async () => {
    const { longestMs, refused, accepted: kept } = await update(stage);
    accepted.push(...kept);
    ok(longestMs < LONGEST_MS, `${longestMs} ms`);
    return `longest without an answer ${(longestMs / 1_000).toFixed(2)} s, refused ${refused}, leads accepted ${kept.length}`;
  });
  await hold('back to the release before, by the copy', () => rollBack(stage));
  await hold('on to PostgreSQL; its backup, and back to that', () => moveToPostgres(stage));
  // Behind what doctor is asked about: so many at once are a flood, and are held.
  await hold('a budget for each address; a forged one gains nothing', () => budgets(stage));
  await hold('nothing lost, nothing twice', async () => {
    await settle(stage.machine);
    const delivered = stage.airtable.records.map(({ fields }) => fields.Email);
    const ofOne = delivered.filter((email) => email === PERSON.email).length;
    equal(ofOne, 3, 'the two leads of the funnel and the browser’s');
    equal(new Set(delivered).size, delivered.length - ofOne + 1, 'an e-mail that is there twice');
    equal(accepted.filter((email) => !delivered.includes(email)).join(), '');
    return `${delivered.length} records`;
  });
  await hold('no log of any part holds a name, an e-mail, a query or a full address', async () => {
    await sing(stage);
    await keepNothing(stage);
  });
}

const missing = ensureProxies().map(({ engine }) => engine);
if (missing.includes('caddy')) throw new Error('Caddy, which plays the certificate authority, cannot be had');
const cleanUps: (() => void | Promise<void>)[] = [];
const cleanUp = async () => {
  for (const end of cleanUps.splice(0).toReversed()) await end();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
for (const proxy of wanted) {
  try {
    await walk(proxy, (end) => void cleanUps.push(end));
  } finally {
    await cleanUp();
  }
}
console.log(failed === 0 ? 'The runbook led to a site that holds.' : `${failed} BROKEN`);
process.exit(failed === 0 ? 0 : 1);
