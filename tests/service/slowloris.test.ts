import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { postJson, someLead, startServer } from './test-server.ts';

const SOCKETS = 500;

/** What a slow attacker has sent so far: part of a head, or a head and part of its body. */
const UNFINISHED = [
  'POST /api/leads HTTP/1.1\r\nHost: localhost\r\nX-Slow: a',
  'POST /api/leads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"',
];

test(`an honest post is answered within 1 s while ${SOCKETS} sockets never finish theirs`, async () => {
  const { url } = await startServer();
  const { hostname, port } = new URL(url);
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

  for (let honest = 0; honest < 20; honest++) {
    for (const socket of sockets) socket.write('a');
    const started = performance.now();
    expect((await postJson(url, someLead())).status).toBe(201);
    expect(performance.now() - started).toBeLessThan(1000);
  }
  expect(sockets.filter((socket) => socket.destroyed)).toEqual([]);
});
