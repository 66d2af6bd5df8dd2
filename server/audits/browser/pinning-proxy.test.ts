import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { carryTunnel } from './pinning-proxy.ts';

/** A browser that takes so long over each piece, in milliseconds. */
function slowBrowser(ms: number) {
  let received = '';
  const client = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      received += chunk;
      setTimeout(done, ms);
    },
  });
  return { client, received: () => received };
}

it('a slow browser still receives everything a site sent before closing', async () => {
  const site = createServer((socket) => socket.end('la fin')).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { client, received } = slowBrowser(100);
  const upstream = connect((site.address() as AddressInfo).port, '127.0.0.1');
  carryTunnel(client, Buffer.alloc(0), upstream);
  await once(upstream, 'close');
  await expect.poll(received).toMatch(/la fin$/);
  expect(client.writableEnded).toBe(true);
  client.destroy();
  site.close();
});

it('the connection to the site closes when the browser disconnects', async () => {
  const site = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { client } = slowBrowser(0);
  const upstream = connect((site.address() as AddressInfo).port, '127.0.0.1');
  carryTunnel(client, Buffer.from('GET'), upstream);
  await once(upstream, 'connect');
  client.destroy();
  await once(upstream, 'close');
  site.close();
});
