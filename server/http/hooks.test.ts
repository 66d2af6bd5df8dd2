import { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { announceClosing } from './hooks.ts';

const LINGER_MS = 50;

/** Asks twice over one connection, the second time when it is told to; says so once the request is sent, then all that came. */
const CLIENT = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, sent } } = require('node:worker_threads');
  const ask = () => socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', () => {
    Atomics.add(sent, 0, 1);
    Atomics.notify(sent, 0);
  });
  let came = '';
  const socket = connect(port, '127.0.0.1', ask);
  socket.on('data', (data) => {
    if (came === '') parentPort.postMessage('answered');
    came += data;
  });
  socket.on('close', () => parentPort.postMessage(came)).on('error', () => {});
  parentPort.once('message', ask);
`;

it('answers what was sent while the process had no processor, though the time to linger is over', async () => {
  const app = fastify();
  app.get('/', () => 'here');
  const announce = announceClosing(app, LINGER_MS);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(CLIENT, { eval: true, workerData: { port: Number(new URL(url).port), sent } });
  const said = () => new Promise<string>((resolve) => client.once('message', resolve));
  await said();

  const closing = announce();
  const came = said();
  client.postMessage('ask');
  Atomics.wait(sent, 0, 1);
  Atomics.wait(sent, 0, 2, 2 * LINGER_MS);
  await closing;
  await app.close();
  expect((await came).match(/200 OK/g)).toHaveLength(2);
  expect(await came).toMatch(/connection: close/i);
  await client.terminate();
});
