import type { Page } from 'playwright-core';
import { agency } from '#content/business.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { someFacts } from '../../fakes/audit-engine.ts';
import { type DrivenSite, type ServerPage, startDrivenSite } from './driven-site.ts';
import { eventually } from './eventually.ts';

const MONDAY = '2026-11-23T08:00:00Z';
const WEDNESDAY = '2026-11-25T08:00:00Z';
const THURSDAY = '2026-11-26T08:00:00Z';
const FRIDAY = '2026-11-27T08:00:00Z';
const NEXT_WEEK = '2026-12-01T08:00:00Z';
const PERSON = { name: 'Marie-Antoinette Bonvin-Zumbrunnen', email: 'marie@exemple.ch' };

/** Every page that the server makes itself, by its state; `close` ends the server, which gives them fonts and pictures. */
export async function makeServerPages() {
  const site = await startDrivenSite();
  const pages: Readonly<Record<string, ServerPage>> = {
    ...(await makeLinkPages(site)),
    ...(await makeBookingPages(site)),
    ...(await makeAuditPages(site)),
  };
  return { pages, close: site.close };
}

/** Shows it at its address. What it asks for (fonts, icons, pictures) comes from the server. */
export async function openServerPage(page: Page, { url, ...answer }: ServerPage): Promise<void> {
  await page.route(url, (route) => route.fulfill(answer), { times: 1 });
  await page.goto(url);
}

async function makeLinkPages({ read, send, linkTo, linkFor, setNow, visits }: DrivenSite) {
  setNow(MONDAY);
  const ids = { id: crypto.randomUUID(), userId: 'usr_abc123def456' };
  const url = 'http://localhost/sales';
  await send('/api/leads', { ...PERSON, ...ids, url });
  const held = { ...ids, id: crypto.randomUUID(), name: 'Chloé', email: 'chloe@exemple.ch' };
  await send('/api/leads', { ...held, url, [HIDDEN_FIELDS.trap]: 'https://exemple.invalid' });
  const followUp = await linkTo(agency.email, '/suivi/');
  const erasure = await linkTo(PERSON.email, '/effacement/');
  const [, lead = ''] = (await linkTo(PERSON.email, '?ref=')).split('?ref=');
  await send('/api/bookings', someCall({ lead }));
  const booked = await read(`/rendez-vous?ref=${lead}`);
  // As it is served to a visitor without JavaScript; the lead has its e-mail's site looked at.
  const stepTwo = () => read(`/introduction?ref=${lead}`);
  const visit = await eventually(
    () => visits[0] ?? Promise.reject(new Error('nobody visits the lead’s site')),
  );
  const begins = await stepTwo();
  visit.begin({ step: 'legal', facts: someFacts(visit.url) });
  const underWay = await saying(stepTwo, /<li class="(?!empty)[a-z-]+"><svg/);
  visit.takePicture();
  visit.end();
  const ready = await saying(stepTwo, new RegExp(auditLive.live.ready));
  return {
    'step 2 with an audit that begins': begins,
    'step 2 with an audit under way': underWay,
    'step 2 with an audit that is ready': ready,
    'free times to whoever has a call': booked,
    'lead refused': await read('/api/leads', { ...PERSON, email: 'marie' }),
    'follow-up': await read(followUp),
    'follow-up answered': await read(followUp, { answer: 'repondu' }),
    'report that is asked about': await read(linkFor('report', ids.id)),
    'report that is gone': await read(linkFor('report', crypto.randomUUID())),
    'held lead': await read(linkFor('held', held.id)),
    'held lead let go': await read(linkFor('held', held.id), { answer: 'laisser' }),
    erasure: await read(erasure),
    'erasure asked for': await read(erasure, {}),
    'link that is not valid': await read(`${followUp}A`),
    'address without a page': await read('/api/adresse-qui-n-existe-pas'),
  };
}

/** A page once it says something. */
function saying(read: () => Promise<ServerPage>, words: RegExp): Promise<ServerPage> {
  return eventually(async () => {
    const page = await read();
    if (!words.test(page.body)) throw new Error(`${page.url} does not say ${words}`);
    return page;
  });
}

async function makeBookingPages({ read, send, linkFor, haveWait, setNow }: DrivenSite) {
  const { manage = '' } = await send('/api/bookings', someCall());
  const ended = someCall({ start: THURSDAY, email: 'a@exemple.ch' });
  const { manage: over = '' } = await send('/api/bookings', ended);
  const waiting = someCall({ start: NEXT_WEEK, email: 'b@exemple.ch' });
  await send('/api/bookings', waiting);
  const made = {
    'free times': await read('/rendez-vous?from=2026-11-30'),
    'booking refused': await read('/api/bookings', { ...PERSON, phone: '12' }),
    'booked call': await read(manage),
    'move refused': await read(`${manage}/deplacer`, { start: NEXT_WEEK }),
    'number refused': await read(`${manage}/numero`, { phone: '12' }),
    'moved call': await read(`${manage}/deplacer`, { start: FRIDAY }),
    'corrected number': await read(`${manage}/numero`, { phone: '021 555 01 49' }),
    'last step with a call': await read(`/validation?appel=${manage.split('/').at(-1)}`),
    'link without a call': await read(`${manage}x`),
    'cancelled call': await read(`${manage}/annuler`, {}),
    'last step with a cancelled call': await read(`/validation?appel=${manage.split('/').at(-1)}`),
    'last step by a broken link': await read('/validation?appel=nulle-part'),
  };
  const held = { 'call that waits': await read(await heldCall(send)) };
  haveWait(waiting.id);
  const mailbox = linkFor('mailbox', waiting.id);
  const asked = {
    'mailbox that is asked': await read(mailbox),
    'mailbox that is asked about nothing more': await read(linkFor('mailbox', crypto.randomUUID())),
  };
  setNow(NEXT_WEEK);
  const said = linkFor('call', ended.id);
  return {
    ...{ ...made, ...held, ...asked, 'call that is over': await read(over) },
    'call that is asked about': await read(said),
    'call that was answered': await read(said, { answer: 'tenu' }),
  };
}

/** The page of the first call that is more than what is booked at once in a day. */
async function heldCall(send: DrivenSite['send']): Promise<string> {
  for (let hour = 8; hour <= 15; hour += 1) {
    const call = {
      start: `2026-11-27T${String(hour).padStart(2, '0')}:00:00Z`,
      email: `v${hour}@exemple.ch`,
    };
    const { state, manage = '' } = await send('/api/bookings', someCall(call));
    if (state === 'held') return manage;
  }
  throw new Error('no call waits');
}

const someCall = (differs: object = {}) => ({
  ...PERSON,
  id: crypto.randomUUID(),
  start: WEDNESDAY,
  phone: '021 555 01 48',
  timeZone: 'America/New_York',
  ...differs,
});

async function makeAuditPages({ read, visits }: DrivenSite) {
  const begin = async (address: string) => {
    const number = visits.length;
    const { pathname } = new URL((await read('/api/audits', { url: address })).url);
    const visit = await eventually(
      () => visits[number] ?? Promise.reject(new Error(`nobody visits ${address}`)),
    );
    return { visit, pathname };
  };
  const afterWaiting = (path: string) =>
    eventually(async () => {
      const page = await read(path);
      if (page.body.includes('<ol class="audit-steps"')) throw new Error(`${path} still waits`);
      return page;
    });
  const slow = await begin('www.exemple.ch');
  slow.visit.begin({ step: 'page' });
  slow.visit.takePicture();
  const underWay = await read(slow.pathname);
  slow.visit.endMeasured();
  const plain = await begin('menuiserie-bonvin.exemple.ch');
  plain.visit.end();
  const parked = await begin('reserve.exemple.ch');
  parked.visit.end('parked');
  return {
    'audit address refused': await read('/api/audits', { url: 'localhost' }),
    'audit under way': underWay,
    'audit report': await afterWaiting(slow.pathname),
    'audit report without a browser': await afterWaiting(plain.pathname),
    'audit that ended early': await afterWaiting(parked.pathname),
    'audit that is gone': await read(`/audit/${'a'.repeat(32)}`),
  };
}
