import { equal, match, ok } from 'node:assert/strict';
import { visitor } from '../deploy/visitor.ts';
import { someLead } from '../fakes/leads.ts';
import { SITE_ADDRESS, VISITORS } from './network.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
const JSON_TYPE = { 'content-type': 'application/json' };
const ARRIVES_MS = 60_000;

/** LEADS_PER_MINUTE where `.env` names none. */
const PER_MINUTE = 20;

export const PERSON = { name: 'Canarine Serinvert', email: 'canarine.serinvert@example.ch' };

/** From the sales page to a booked call, without scripts, by both protocols; the lead and the mails arrive. */
export async function funnel({ door, airtable, smtp }: Stage): Promise<void> {
  for (const way of ['https', 'http2'] as const) {
    const person = visitor(door, VISITORS.v4(1))[way];
    const who = { name: `${PERSON.name} ${way}`, email: PERSON.email };
    equal((await person({ path: '/sales' })).status, 200);
    const post = (path: string, fields: Record<string, string>) =>
      person({ method: 'POST', path, headers: FORM, body: String(new URLSearchParams(fields)) });
    const sent = await post('/api/leads', who);
    equal(sent.status, 303, sent.body);
    match(String(sent.headers.location), /^\/introduction\?/);
    equal((await person({ path: String(sent.headers.location) })).status, 200);
    const times = await person({ path: `/rendez-vous?${new URLSearchParams(who)}` });
    const [, start = ''] = /name="start" value="([^"]+)"/.exec(times.body) ?? [];
    const booked = await post('/api/bookings', { ...who, start, phone: '021 555 01 48' });
    equal(booked.status, 303, booked.body);
    equal((await person({ path: String(booked.headers.location) })).status, 200);
    await until(() => airtable.records.some(({ fields }) => fields.Name === who.name), ARRIVES_MS);
  }
  await until(() => smtp.accepted.some(({ to }) => to.includes(PERSON.email)), ARRIVES_MS);
}

/** Each address, and each household of version 6, may send what one may send in a minute; a forged address gains nothing. */
export async function budgets({ door }: Stage): Promise<void> {
  const v6 = { ...door, host: SITE_ADDRESS.v6 };
  const post = (headers = {}) => ({
    ...{ method: 'POST', path: '/api/leads' },
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(someLead()),
  });
  const forged = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` });
  for (const [person, headers] of [
    [visitor(door, VISITORS.v4(2)).https],
    [visitor(door, VISITORS.v4(3)).http2],
    [visitor(v6, VISITORS.v6(1)).https],
    [visitor(v6, VISITORS.v6(2)).http2],
    [visitor(door, VISITORS.v4(4)).https, forged],
    [visitor(v6, VISITORS.v6(3)).http2, forged],
  ] as const) {
    const got: number[] = [];
    for (let n = 0; n < PER_MINUTE + 2; n += 1) got.push((await person(post(headers?.(n)))).status);
    ok(
      got.slice(0, PER_MINUTE).every((status) => status === 201),
      got.join(' '),
    );
    ok(
      got.slice(PER_MINUTE).every((status) => status === 429),
      got.join(' '),
    );
  }
}
