import { expect } from 'vitest';
import { sendJson, startServer } from './test-server.ts';

/** A Monday morning at the office, 9h00. */
export const NOW = Date.parse('2026-11-23T08:00:00Z');
export const TUESDAY = '2026-11-24T08:00:00Z';

/** A server for which it is that morning. */
export const startOnMonday = (environment = {}) => startServer(environment, () => NOW);

/** What the island sends. */
export function someRequest(overrides: Record<string, unknown> = {}) {
  return {
    id: crypto.randomUUID(),
    start: TUESDAY,
    name: 'Zoé Müller',
    email: 'zoe@example.ch',
    phone: '021 555 01 48',
    timeZone: 'America/New_York',
    ...overrides,
  };
}

export const book = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  sendJson(`${url}/api/bookings`, body, headers);

export async function slots(url: string, query = 'from=2026-11-24&days=1') {
  const response = await fetch(`${url}/api/slots?${query}`);
  return ((await response.json()) as { slots: string[] }).slots;
}

/** A booked call, by its page's path. */
export async function booked(url: string, overrides: Record<string, unknown> = {}) {
  const response = await book(url, someRequest(overrides));
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; manage: string; calendar: string };
}
