import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Instant } from '#domain/instant.ts';
import { readCalendar } from '#server/bookings/calendar/read-calendar.ts';
import { loadConfig } from '#server/config/config.ts';
import { Secret } from '#server/config/secrets.ts';
import { checkCalendar } from '../../cli/doctor/reach-checks.ts';
import { makeCertificates } from '../fixtures/audits/certificates.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { startServer } from './test-server.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');
const LIMITS = { fetchMs: 300, parseMs: 8_000 };
const wanted = { from: NOW, to: NOW + 30 * 86_400_000, timeZone: 'Europe/Zurich', host: 'exemple.ch' };

/** What this machine is reached at from outside: by an interface, and behind a router that translates. */
const [OURS, OUR_ROUTERS] = ['192.0.66.7', '192.0.66.9'];

/** Names with a public number each, all of them this machine; and what was dialled. */
function internet(numbers: Readonly<Record<string, readonly string[]>> = {}) {
  const dialled: string[] = [];
  return {
    dialled,
    network: {
      resolve: async (host: string) =>
        numbers[host] ?? [['exemple.ch', 'localhost'].includes(host) ? OUR_ROUTERS : '192.0.66.1'],
      own: () => [OURS],
      connect(address: string, port: number) {
        dialled.push(address);
        return connect(port, '127.0.0.1');
      },
    },
  };
}

/** Serves a calendar; the name it has stands for a public number in `internet`. */
async function feed(listener: RequestListener, host = 'agenda.example'): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}/secret-adresse.ics`;
}

function calendar(...entries: readonly string[]): string {
  const events = entries.map((lines, index) => `BEGIN:VEVENT\r\nUID:${index}\r\n${lines}\r\nEND:VEVENT\r\n`);
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('')}END:VCALENDAR\r\n`;
}

const read = async (listener: RequestListener, limits = LIMITS) =>
  readCalendar(new Secret(await feed(listener)), wanted, internet().network, limits);

const start = (url: string, now: () => Instant, { network } = internet()) =>
  startServer({ OWNER_CALENDAR_URL: url }, now, undefined, network);

test('what stands in the owner’s calendar is not offered, and what comes into it is not sold', async () => {
  let meeting = 'DTSTART:20261124T080000Z\r\nDTEND:20261124T090000Z';
  const url = await feed((_request, response) => response.end(calendar(meeting)));
  let now = NOW;
  const server = await start(url, () => now);
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

test('the request names itself as browsers do, and what leads to webcal is followed', async () => {
  const asked: IncomingHttpHeaders[] = [];
  const meeting = calendar('DTSTART:20261124T080000Z\r\nDTEND:20261124T090000Z');
  const behind = await feed(({ headers }, response) => {
    asked.push(headers);
    // As Outlook.com does.
    if (!/^Mozilla\/5\.0 \(compatible; /.test(headers['user-agent'] ?? '')) response.writeHead(400).end();
    else response.end(meeting);
  });
  expect((await readCalendar(new Secret(behind), wanted, internet().network, LIMITS)).busy).toHaveLength(1);
  expect(asked[0]?.['user-agent']).toContain('exemple.ch');
  const plain = new Secret(` ${behind.replace('http:', 'HTTP:')} `);
  expect((await readCalendar(plain, wanted, internet().network, LIMITS)).busy).toHaveLength(1);
  const secured = await feed((_request, response) =>
    response.writeHead(302, { location: 'webcal://192.168.1.1/a.ics' }).end(),
  );
  await expect(readCalendar(new Secret(secured), wanted, internet().network, LIMITS)).rejects.toThrow(
    'réseau privé',
  );
});

test('a page in the place of a feed, and a feed that nobody uses, are told with what to check', async () => {
  const config = async (listener: RequestListener) => ({
    ...loadConfig({ OWNER_CALENDAR_URL: await feed(listener) }),
    publicUrl: 'https://exemple.ch',
  });
  const examined = async (listener: RequestListener) =>
    (await checkCalendar(await config(listener), NOW, internet().network)).map(({ text }) => text);
  const pages = ['<!doctype html><title>Connexion</title>', '\uFEFF\r\n<html><body>Partage</body></html>'];
  for (const page of pages)
    expect(await examined((_request, response) => response.end(page))).toEqual([
      expect.stringMatching(/page Web.*iCal/),
    ]);
  expect(await examined((_request, response) => response.end(calendar()))).toEqual([
    expect.stringMatching(/aucune entrée à moins d’un an.*Vérifiez/),
  ]);
  const used = calendar('DTSTART:20261224T080000Z\r\nDTEND:20261224T090000Z');
  expect(await examined((_request, response) => response.end(used))).toEqual([
    expect.stringContaining('est lisible'),
  ]);
});

test('a feed is read in the characters that it says it is written in', async () => {
  const text = calendar('SUMMARY:Étrange\r\nDTSTART:20261124T080000Z\r\nDTEND:20261124T070000Z');
  const latin: RequestListener = (_request, response) =>
    response.setHeader('content-type', 'text/calendar; charset=iso-8859-1').end(Buffer.from(text, 'latin1'));
  expect((await read(latin)).odd).toEqual(['Étrange']);
});

test('a series that never ends holds up nobody, takes no time away and is told of once', async () => {
  const endless =
    'SUMMARY:Invitation\r\nDTSTART:20000101T000000Z\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
  const url = await feed((_request, response) => response.end(calendar(endless)));
  const { network } = internet();
  await expect(readCalendar(new Secret(url), wanted, network, { ...LIMITS, parseMs: 500 })).rejects.toThrow(
    'trop long',
  );
  let now = NOW;
  const server = await start(url, () => now);
  const slots = async () =>
    ((await (await fetch(`${server.url}/api/slots?days=7`)).json()) as { slots: string[] }).slots;
  const told = () => server.log().split('entrée étrange').length - 1;
  await slots();
  await expect.poll(told).toBe(1);
  now += 10 * 60_000;
  expect((await slots()).length).toBeGreaterThan(0);
  expect(told()).toBe(1);
  expect(server.log()).not.toContain('Invitation');
});

test('it is read at public addresses alone, wherever its address, its name or its server leads', async () => {
  let reached = 0;
  const trap = await feed((_request, response) => {
    reached += 1;
    response.end(calendar());
  }, '127.0.0.1');
  const { port } = new URL(trap);
  const open = internet({
    'metadata.example': ['169.254.169.254'],
    'nas.example': ['192.168.1.10'],
    'half.example': ['192.0.66.2', '10.0.0.1'],
    'six.example': ['fd00::1'],
  });
  const here = [
    trap,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://169.254.169.254/latest/meta-data/`,
    ...['metadata', 'nas', 'half', 'six'].map((name) => `http://${name}.example:${port}/`),
  ];
  const leading = await Promise.all(
    here.map((location) => feed((_request, response) => response.writeHead(302, { location }).end())),
  );
  for (const url of [...here, ...leading])
    await expect(
      readCalendar(new Secret(url), wanted, open.network, { ...LIMITS, fetchMs: 10_000 }),
    ).rejects.toThrow('réseau privé');
  expect(new Set(open.dialled)).toEqual(new Set(['192.0.66.1']));
  const server = await startServer({ OWNER_CALENDAR_URL: trap }, () => NOW);
  expect(((await (await fetch(`${server.url}/api/slots?days=7`)).json()) as { slots: [] }).slots).not.toEqual(
    [],
  );
  expect(server.log()).toContain('il lui faut une adresse publique');
  expect(reached).toBe(0);
});

test('it may be on this machine, at its public address, where the setting says so; nothing else leads there', async () => {
  const names: Record<string, readonly string[]> = { 'nuage.example': [OURS], 'autre.example': [OURS] };
  const open = internet(names);
  const readFrom = (setting: Secret) => readCalendar(setting, wanted, open.network, LIMITS);
  const { port } = new URL(await feed((_request, response) => response.end(calendar())));
  const ours = [OURS, OUR_ROUTERS, 'nuage.example', 'exemple.ch'].map((host) => `http://${host}:${port}/`);
  for (const url of ours) expect((await readFrom(new Secret(url))).busy).toEqual([]);
  for (const location of ours)
    for (const host of ['agenda.example', 'autre.example']) {
      const leading = await feed((_request, response) => response.writeHead(302, { location }).end(), host);
      await expect(readFrom(new Secret(leading))).rejects.toThrow('réseau privé');
    }
  // A name that was somebody else's when it was read first, and one that was ours.
  const [theirs, mine] = ['agenda.example', 'nuage.example'].map(
    (host) => new Secret(`http://${host}:${port}/`),
  ) as [Secret, Secret];
  for (const setting of [theirs, mine]) await readFrom(setting);
  names['agenda.example'] = [OURS];
  names['nuage.example'] = [OURS, '10.0.0.1'];
  for (const setting of [theirs, mine]) await expect(readFrom(setting)).rejects.toThrow('réseau privé');
});

test('redirects to other public addresses are followed, a few; a packed calendar is read, not one that unpacks for ever', async () => {
  const meeting = calendar('DTSTART:20261124T080000Z\r\nDTEND:20261124T090000Z');
  const packed = (text: string): RequestListener => {
    const body = gzipSync(text);
    return (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
  };
  const behind = await feed(packed(meeting), 'ailleurs.example');
  const leads =
    (to: string): RequestListener =>
    (_request, response) =>
      response.writeHead(301, { location: to }).end();
  expect((await read(leads(behind))).busy).toHaveLength(1);
  await expect(read(leads('/secret-adresse.ics'))).rejects.toThrow('sans fin');
  await expect(read(leads('file:///etc/passwd'))).rejects.toThrow('l’agenda répond 301');
  await expect(
    read(packed(meeting + ' '.repeat(17 * 1024 * 1024)), { ...LIMITS, fetchMs: 5_000 }),
  ).rejects.toThrow('16 Mio');
});

test('over TLS the certificate has to be good for the name, whatever number was dialled', async () => {
  const folder = temporaryFolder();
  const { ca, valid } = makeCertificates(folder, ['agenda.test']);
  const meeting = calendar('DTSTART:20261124T080000Z\r\nDTEND:20261124T090000Z');
  const server = createHttps(valid, (_request, response) => response.end(meeting)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const readFrom = (host: string) =>
    readCalendar(new Secret(`webcal://${host}:${port}/a.ics`), wanted, internet().network, {
      ...LIMITS,
      fetchMs: 5_000,
    });
  await expect(readFrom('agenda.test')).rejects.toThrow('n’est pas joignable');
  const before = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, ca]);
  expect((await readFrom('agenda.test')).busy).toHaveLength(1);
  await expect(readFrom('autre.test')).rejects.toThrow('n’est pas joignable');
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
