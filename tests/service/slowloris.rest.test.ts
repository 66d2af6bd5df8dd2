import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { raw } from './raw.ts';
import { postJson, someLead, startServer } from './test-server.ts';

const SOCKETS = 500;
const ABREAST = 100;
const LEADS = 5;

/** What a slow attacker has sent so far: part of a head, or a head and part of its body. */
const UNFINISHED = [
  'POST /api/leads HTTP/1.1\r\nHost: localhost\r\nX-Slow: a',
  'POST /api/leads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"',
];

test(`an honest post is answered within 1 s while ${SOCKETS} sockets never finish theirs`, async () => {
  const { url } = await startServer({ LEADS_PER_MINUTE: '100' });
  const { hostname, port } = new URL(url);
  // A machine that is busy with other work may take longer than 1 s by itself: then four times its own worst.
  const limitMs = Math.max(1000, 4 * (await slowestOf(20, () => honestPost(url))));
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let index = 0; index < SOCKETS; index++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    sockets.push(socket);
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const [index, socket] of sockets.entries()) socket.write(UNFINISHED[index % UNFINISHED.length] ?? '');

  const slowest = await slowestOf(20, () => {
    for (const socket of sockets) socket.write('a');
    return honestPost(url);
  });
  expect(slowest).toBeLessThan(limitMs);
  expect(sockets.filter((socket) => socket.destroyed)).toEqual([]);
});

test.each([
  // An escape leads to the same page.
  ['GET', `/rendez%2Dvous/${'a'.repeat(32)}`, '', 404],
  ['POST', '/api/leads', 'name=Anne&email=anne', 422],
])(
  `a lead does not wait while ${ABREAST} others keep asking for a page (%s %s)`,
  async (method, path, body, status) => {
    const { url } = await startServer({ LEADS_PER_MINUTE: '100000' });
    const agent = new Agent({ keepAlive: true, maxSockets: ABREAST });
    onTestFinished(() => agent.destroy());
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    let [pages, asking] = [0, true];
    const ask = async () => {
      while (asking) {
        const [answer] = await once(request(url + path, { agent, method, headers }).end(body), 'response');
        answer.resume();
        await once(answer, 'end');
        expect(answer.statusCode).toBe(status);
        pages += 1;
      }
    };
    const all = Promise.all(Array.from({ length: ABREAST }, ask));
    await expect.poll(() => pages).toBeGreaterThan(2 * ABREAST);
    const before = pages;
    for (let lead = 0; lead < LEADS; lead += 1) await honestPost(url);
    const meanwhile = pages - before;
    asking = false;
    await all;
    // Some five are answered meanwhile; without turns it is hundreds.
    expect(meanwhile / LEADS).toBeLessThan(2 * ABREAST);
  },
);

test('of a connection that asks a thousand times at once ten are answered, and it is cut; one by one all are', async () => {
  const { url } = await startServer();
  const { host } = new URL(url);
  const asking = `GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const answered = (all: string) => all.split('HTTP/1.1 200 OK').length - 1;
  const last = asking.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  expect(answered(await raw(url, `${asking.repeat(9)}${last}`))).toBe(10);
  expect(answered(await raw(url, asking.repeat(1_000)).catch(() => ''))).toBeLessThanOrEqual(10);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (let time = 0; time < 30; time += 1) {
    const [answer] = await once(get(`${url}/robots.txt`, { agent }), 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    await once(answer, 'end');
  }
});

async function honestPost(url: string): Promise<void> {
  expect((await postJson(url, someLead())).status).toBe(201);
}

/** The longest of `times` runs, one after the other, in milliseconds. */
async function slowestOf(times: number, act: () => Promise<void>): Promise<number> {
  let slowest = 0;
  for (let time = 0; time < times; time++) {
    const started = performance.now();
    await act();
    slowest = Math.max(slowest, performance.now() - started);
  }
  return slowest;
}
