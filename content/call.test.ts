import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Booking } from '#domain/booking.ts';
import { agency } from './business.ts';
import { call } from './call.ts';
import { callMails } from './call-mails.ts';
import { termsConditions } from './legal/terms-conditions.ts';
import { mails } from './mails.ts';
import { rendezVous } from './pages/rendez-vous.ts';
import { validation } from './pages/validation.ts';

/** What makes a booked call wait for something: a message, a word, an answer. */
const CONDITION =
  /confirme[rz] (l[’a]|votre|cet|mon) ?appel|alors confirmé|et c’est confirmé|à confirmer|sera confirmé|demande est validée|valide[rz] (l[’a]|votre|cet|mon) ?(appel|rendez)|en attente de confirmation/i;

const terms = (booking: Booking) => JSON.stringify(termsConditions({ ...agency, booking }));
const PLACES = {
  'the call’s page': rendezVous.booked.state,
  'the mail': callMails.visitor.state,
  '/validation': validation.booked.state,
  'the follow-up and the owner’s mails': call.owners('mardi', '…'),
  'the terms': terms({ way: 'own' }),
  'the terms where calls are booked elsewhere': terms({ way: 'calendly', page: 'https://calendly.com/x' }),
  'the booking in step 2': rendezVous.island.booked,
  'the form, to whoever has a call': rendezVous.choose.known('mardi'),
};

it.each(Object.entries(PLACES))('%s says of a booked call what all others say', (_place, text) => {
  expect(text).toContain(call.settled);
});

const pages = join(import.meta.dirname, 'pages');
const modules = readdirSync(pages).filter((file) => !file.endsWith('.test.ts'));
const everything = {
  ...Object.fromEntries(
    await Promise.all(modules.map(async (file) => [file, await import(join(pages, file))] as const)),
  ),
  ...{ mails, callMails, call, terms: terms({ way: 'own' }) },
};

it.each(Object.entries(everything))('%s makes a booked call wait for nothing', (_name, module) => {
  expect(textsIn(module).filter((text) => CONDITION.test(text))).toEqual([]);
});

/** Every text in `value`, with something in the place of what is put into it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return textsIn(value(...Array(value.length).fill('3')));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
