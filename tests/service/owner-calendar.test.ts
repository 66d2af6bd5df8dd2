import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readCalendar } from '#server/bookings/calendar/read-calendar.ts';
import { Secret } from '#server/config/secrets.ts';
import { startServer } from './test-server.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const LIMITS = { fetchMs: 300, parseMs: 8_000 };
const wanted = { from: NOW, to: NOW + 30 * 86_400_000, timeZone: 'Europe/Zurich', host: 'exemple.ch' };

async function feed(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-adresse.ics`;
}

function calendar(...entries: readonly string[]): string {
  const events = entries.map((lines, index) => `BEGIN:VEVENT\r\nUID:${index}\r\n${lines}\r\nEND:VEVENT\r\n`);
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('')}END:VCALENDAR\r\n`;
}

const read = async (listener: RequestListener, limits = LIMITS) =>
  readCalendar(new Secret(await feed(listener)), wanted, limits);

test('what stands in the owner’s calendar is not offered, and what comes into it is not sold', async () => {
  let meeting = 'DTSTART:20261124T080000Z\r\nDTEND:20261124T090000Z';
  const url = await feed((_request, response) => response.end(calendar(meeting)));
  let now = NOW;
  const server = await startServer({ OWNER_CALENDAR_URL: url }, () => now);
  const slots = async () =>
    ((await (await fetch(`${server.url}/api/slots?from=2026-11-24&days=1`)).json()) as { slots: string[] })
      .slots;
  // 8h00 to 9h00 UTC with a quarter of an hour around it.
  expect((await slots())[0]).toBe('2026-11-24T09:30:00Z');
  meeting = 'DTSTART:20261124T100000Z\r\nDTEND:20261124T110000Z';
  now += 10_000;
  const response = await fetch(`${server.url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      start: '2026-11-24T10:30:00Z',
      name: 'Zoé',
      email: 'zoe@example.ch',
      phone: '+41 21 555 01 48',
    }),
  });
  expect(response.status).toBe(409);
  expect(server.log()).not.toContain('secret-adresse');
});

test('a feed that answers with something else is refused, in words without its address', async () => {
  const lies: RequestListener[] = [
    (_request, response) => response.writeHead(500).end(),
    (_request, response) => response.end('<!doctype html><title>Connexion</title>'),
    (_request, response) => response.writeHead(200, { 'content-length': '1000' }).end('BEGIN:VCAL'),
    (request) => request.socket.destroy(),
    () => {},
  ];
  for (const lie of lies) await expect(read(lie)).rejects.toThrow(/^(l’agenda|ce n’est)/);
});

test('a series that never ends holds up nobody for longer than the limit, and is told of once', async () => {
  const endless =
    'SUMMARY:Invitation\r\nDTSTART:20000101T000000Z\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
  const url = await feed((_request, response) => response.end(calendar(endless)));
  await expect(readCalendar(new Secret(url), wanted, { ...LIMITS, parseMs: 500 })).rejects.toThrow(
    'trop long',
  );
  let now = NOW;
  const server = await startServer({ OWNER_CALENDAR_URL: url }, () => now);
  const slots = async () => (await (await fetch(`${server.url}/api/slots`)).json()) as { slots: string[] };
  const told = () => server.log().split('entrée étrange').length - 1;
  await slots();
  await expect.poll(told).toBe(1);
  now += 10 * 60_000;
  expect((await slots()).slots).toEqual([]);
  expect(told()).toBe(1);
  expect(server.log()).not.toContain('Invitation');
});

test('10 MB are read without holding the server up; more than 16 MiB are not taken', async () => {
  const padding = `DESCRIPTION:${'x'.repeat(60)}\r\n ${'y'.repeat(70)}`;
  const old = `DTSTART:20161124T080000Z\r\nDTEND:20161124T083000Z\r\n${padding}`;
  const now = old.replaceAll('2016', '2026');
  const large = calendar(...Array.from({ length: 44_000 }, () => old), now);
  expect(large.length).toBeGreaterThan(10_000_000);
  let longest = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 5);
  const { busy } = await read((_request, response) => response.end(large), {
    fetchMs: 5_000,
    parseMs: 30_000,
  });
  clearInterval(timer);
  expect(busy).toEqual([{ start: NOW + 86_400_000, end: NOW + 86_400_000 + 1_800_000 }]);
  expect(longest).toBeLessThan(1_000);
  const endless: RequestListener = (_request, response) => {
    const more = () => {
      if (response.write('x'.repeat(1_000_000))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  };
  await expect(read(endless, { ...LIMITS, fetchMs: 5_000 })).rejects.toThrow('16 Mio');
}, 60_000);
