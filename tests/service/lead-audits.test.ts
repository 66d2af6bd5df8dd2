import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GUESS_ENDED } from '#content/audit.ts';
import { mails } from '#content/mails.ts';
import { audit } from '#content/pages/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { fakeEngine, someFacts } from '../fakes/audit-engine.ts';
import { readMail } from '../fakes/read-mail.ts';
import { storedRows } from '../support/stored-rows.ts';
import { ask, heldVisit, start, until, viewOf } from './audit-requests.ts';
import { HTML, postForm, postJson, sendForm, someLead } from './test-server.ts';

/** Sends a lead as the page's script does. */
async function sendLead(url: string, email: string, more = {}) {
  const answer = await postJson(url, { ...someLead({ email }), ...more });
  return (await answer.json()) as { id: string; reference: string; site?: string };
}

/** What step 2 is told of a lead's own audit. */
async function auditOf(url: string, lead: string) {
  const answer = await ask(url, { lead });
  const body = (await answer.json()) as { token: string; page: string; by: string; detail: string };
  return { status: answer.status, ...body };
}

/** Step 2 as a browser without JavaScript opens it after its form. */
const opened = async (url: string, path: string) => (await fetch(url + path, { headers: HTML })).text();

const mailsIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'mail/new')).map((name) =>
    readMail(readFileSync(join(dataDir, 'mail/new', name), 'utf8')),
  );

test('a lead from a company has its site looked at: asked for twice, visited once, promised as the mail does', async () => {
  const fake = fakeEngine();
  const { url, dataDir } = await start(fake);
  const { reference, site } = await sendLead(url, 'Zoe@Menuiserie-Favre.ch');
  expect(site).toBe('menuiserie-favre.ch');
  const [first, second] = await Promise.all([auditOf(url, reference), auditOf(url, reference)]);
  expect([first.status, second.token]).toEqual([202, first.token]);
  await until(url, first.token, 'done');
  expect((await auditOf(url, reference)).token).toBe(first.token);
  expect(fake.visits.map((visit) => visit.url)).toEqual(['https://menuiserie-favre.ch/']);
  await expect
    .poll(() => mailsIn(dataDir).map((mail) => mail.header('Subject')))
    .toEqual(expect.arrayContaining(['Votre demande est bien arrivée', 'Votre audit express est prêt']));
  const text = (subject: string) => mailsIn(dataDir).find((mail) => mail.header('Subject') === subject)?.text;
  expect(text('Votre demande est bien arrivée')).toContain(first.by);
  expect(text('Votre demande est bien arrivée')).not.toContain('Il nous manque');
  const told = text('Votre audit express est prêt');
  expect(told).toContain('Le rapport de menuiserie-favre.ch');
  expect(told).toContain('/introduction?ref=');
});

test.each(['zoe@gmail.com', 'zoe@BLUEWIN.ch', 'zoe@windowslive.com', 'zoe@mail.ch'])(
  '%s is no company’s: nobody is visited, and the page is told until when the audit is promised',
  async (email) => {
    const fake = fakeEngine();
    const { url, dataDir } = await start(fake);
    const { reference, site } = await sendLead(url, email);
    expect(site).toBeUndefined();
    const { status, token, by } = await auditOf(url, reference);
    expect([status, token]).toEqual([200, undefined]);
    expect(by).toMatch(/^(lundi|mardi|mercredi|jeudi|vendredi) /);
    expect(fake.visits).toEqual([]);
    await expect.poll(() => mailsIn(dataDir).length).toBe(2);
    const texts = mailsIn(dataDir).map((mail) => mail.text);
    expect(texts.find((text) => text.startsWith(mails.visitor.title))).toMatch(
      /Il nous manque encore.*\n\nIndiquer mon site\u202f: \S+\/introduction\?ref=[\w-]{74}#audit\n/,
    );
    expect(texts.find((text) => text.includes(mails.owner.title('')))).toContain('Site\u202f: manque encore');
  },
);

test('a held lead has no audit, and its page cannot tell it from one whose turn has not come', async () => {
  const fake = heldVisit();
  const { url } = await start(fake);
  const held = await sendLead(url, 'zoe@douteux.ch', { commentaire: 'achetez' });
  const refused = await auditOf(url, held.reference);
  const honest = [];
  // Three of one client are under way: the fourth lead's has to wait.
  for (const name of ['un', 'deux', 'trois', 'quatre'])
    honest.push((await sendLead(url, `zoe@${name}.ch`)).reference);
  const answers = [];
  for (const reference of honest) answers.push(await auditOf(url, reference));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 503]);
  const { detail, by } = answers[3] ?? refused;
  expect(detail).toBe(audit.faults.byMail(by));
  expect(refused).toEqual(answers[3]);
  expect(fake.visits.map((visit) => visit.url)).not.toContain('https://douteux.ch/');
  fake.letGo();
});

test('without JavaScript the page after the form shows the audit as it goes, and asks for nothing itself', async () => {
  const fake = heldVisit();
  const { url } = await start(fake);
  const answer = await postForm(url, { name: 'Zoé', email: 'zoe@menuiserie-favre.ch' });
  const path = answer.headers.get('location') ?? '';
  await expect.poll(() => opened(url, path)).toContain('aria-current="step"');
  const page = await opened(url, path);
  expect(page).toContain('<p class="audit-host" aria-hidden="true">menuiserie-favre.ch</p>');
  expect(page).toContain('<meta http-equiv="refresh" content="4">');
  const [, report = ''] = /href="(\/audit\/[\w-]{32})"/.exec(page) ?? [];
  fake.letGo();
  await until(url, report.split('/').at(-1) ?? '', 'done');
  const ready = await opened(url, path);
  expect(ready).toContain(auditLive.live.ready);
  expect(ready).not.toContain('http-equiv="refresh"');
  expect(fake.visits).toHaveLength(1);
});

test('a site that is not theirs is refused in one tap: the visit ends, no mail tells of it, the page asks', async () => {
  const fake = heldVisit();
  const { url, dataDir } = await start(fake);
  const { reference } = await sendLead(url, 'zoe@groupe-favre.ch');
  const { token, page } = await auditOf(url, reference);
  await until(url, token, 'running');
  const foreign = { ...HTML, 'sec-fetch-site': 'cross-site' };
  const not = `${url}${page}/pas-le-mien`;
  expect((await sendForm(not, { lead: reference }, foreign)).status).toBe(403);
  // Who was sent the report's address closes nothing, and is told of no lead.
  const other = await sendLead(url, 'zoe@autre-favre.ch');
  for (const lead of ['', 'forged', other.reference])
    expect((await sendForm(not, { lead })).status).toBe(404);
  expect((await viewOf(url, token)).state).toBe('running');
  const answer = await sendForm(not, { lead: reference });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/introduction\?ref=[\w-]{74}#audit$/),
  ]);
  fake.letGo();
  const view = await viewOf(url, token);
  expect([view.state, view.reason]).toEqual(['refused', audit.refused.why['not-theirs']]);
  const asking = await opened(url, answer.headers.get('location') ?? '');
  expect(asking).toContain(audit.refused.why['not-theirs']);
  // A later audit of the same lead shows that the queue has gone on.
  const next = await ask(url, { url: 'menuiserie-favre.ch', lead: reference });
  const { token: nextToken } = (await next.json()) as { token: string };
  await until(url, nextToken, 'done');
  await expect.poll(() => JSON.stringify(mailsIn(dataDir))).toContain(nextToken);
  expect(JSON.stringify(mailsIn(dataDir))).not.toContain(token);
});

test('a guess that leads nowhere, or to a site of another name, ends in a kind sentence and in no mail', async () => {
  const elsewhere = { end: 'seen', status: 200, elsewhere: 'autre.ch' } as const;
  const { url, dataDir } = await start({
    ...fakeEngine(),
    engine: async ({ url: address }) => ({
      facts: someFacts(address, {
        measuredAt: new Date().toISOString(),
        visit: address.includes('parque') ? { end: 'parked' } : elsewhere,
      }),
      pictures: [],
    }),
  });
  const parked = await sendLead(url, 'zoe@parque-favre.ch');
  const renamed = await sendLead(url, 'zoe@ancien-favre.ch');
  const views = [];
  for (const { reference } of [parked, renamed]) {
    const { token } = await auditOf(url, reference);
    await until(url, token, 'refused');
    views.push(await viewOf(url, token));
  }
  expect(views).toMatchObject([
    { reason: GUESS_ENDED.parked('parque-favre.ch') },
    { reason: audit.refused.why.elsewhere, leadsTo: 'autre.ch' },
  ]);
  const page = await opened(url, `/introduction?ref=${renamed.reference}`);
  expect(page).toContain(audit.refused.why.elsewhere);
  // The machine comes first, a person where it has failed: two delays, and no contradiction.
  expect(page).toMatch(/Sans résultat ici, une personne vous envoie l’audit au plus tard le \w+ \d+/);
  // Confirmed, it is a site that the visitor has named.
  const confirmed = await ask(url, { url: 'https://ancien-favre.ch/', lead: renamed.reference });
  await until(url, ((await confirmed.json()) as { token: string }).token, 'done');
  await expect
    .poll(() => mailsIn(dataDir).filter((mail) => mail.header('Subject').includes('audit express est prêt')))
    .toHaveLength(1);
});

test('an address where another visit has just failed is not said to have been seen: when it is tried, and who looks', async () => {
  const { url } = await start(fakeEngine({ end: 'name-not-found' }));
  const first = await sendLead(url, 'zoe@menuiserie-favre.ch');
  const { token } = await auditOf(url, first.reference);
  await until(url, token, 'refused');
  // It may be theirs, and down.
  expect((await viewOf(url, token)).reason).toMatch(/^menuiserie-favre\.ch ne répond pas en ce moment\./);
  const { reference } = await sendLead(url, 'luc@gmail.com');
  const say = async (lead: string) => {
    const answer = await ask(url, { url: 'menuiserie-favre.ch', lead });
    return [answer.status, ((await answer.json()) as { detail: string }).detail];
  };
  expect(await say('')).toEqual([429, audit.faults.failed('dans 60 minutes')]);
  expect(await say(reference)).toEqual([429, audit.faults.failedPromised('dans 60 minutes')]);
});

test('a foreign site’s report is shown to whoever reads the mailbox and says so; a program that follows links says nothing', async () => {
  const { url, dataDir } = await start(fakeEngine());
  const email = 'victime@gmail.com';
  const { reference } = await sendLead(url, email);
  const { token } = (await (await ask(url, { url: 'https://gagnez.example', lead: reference })).json()) as {
    token: string;
  };
  await until(url, token, 'done');
  const asking = () =>
    mailsIn(dataDir).find((mail) => mail.header('Subject') === audit.mails.visitor.ask.subject)?.text;
  await expect.poll(asking).toBeDefined();
  const link = new URL(/https?:\/\/\S+\/suivi\/[\w-]+/.exec(asking() ?? '')?.[0] ?? url).pathname;
  const events = () => storedRows(dataDir, "select kind from lead_events where kind = 'mailbox-opened'");
  const page = await opened(url, link);
  expect(page).toContain('gagnez.example');
  expect(page.match(/<button/g)).toHaveLength(1);
  expect(page).not.toContain(token);
  expect(events()).toEqual([]);
  for (const _click of [1, 2]) {
    const shown = await sendForm(url + link, {});
    expect([shown.status, shown.headers.get('location')]).toEqual([303, `/audit/${token}`]);
  }
  expect(events()).toHaveLength(1);
  expect((await fetch(`${url}${link.slice(0, -2)}xx`)).status).toBe(404);
});
