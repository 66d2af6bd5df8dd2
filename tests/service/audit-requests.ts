import { expect } from 'vitest';
import type { AuditView } from '#domain/audit.ts';
import { type FakeVisit, fakeEngine } from '../fakes/audit-engine.ts';
import { HTML, sendForm, sendJson, startServer } from './test-server.ts';

/** A visit that goes on until it is let go. */
export function heldVisit(more: FakeVisit = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ...fakeEngine({ until: () => promise, ...more }), letGo: resolve };
}

export const start = (fake = fakeEngine(), environment = {}) =>
  startServer(environment, undefined, fake.engine);

export const ask = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  sendJson(`${url}/api/audits`, body, headers);

export const form = (url: string, fields: Record<string, string>, headers = HTML) =>
  sendForm(`${url}/api/audits`, fields, headers);

/** For a server that trusts this machine as a proxy: one client of many. */
export const from = (client: number) => ({ 'x-forwarded-for': `203.0.${client}.7` });

export async function asked(
  url: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const response = await ask(url, body, headers);
  expect(response.status).toBe(202);
  return (await response.json()) as { token: string; page: string };
}

export const viewOf = async (url: string, token: string) =>
  (await (await fetch(`${url}/api/audits/${token}`)).json()) as AuditView;

export const until = (url: string, token: string, state: AuditView['state']) =>
  expect.poll(async () => (await viewOf(url, token)).state, { interval: 20 }).toBe(state);

/** Every event of a stream, as it closes. */
export async function eventsOf(response: Response): Promise<AuditView[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => JSON.parse(event.slice('data: '.length)) as AuditView);
}
