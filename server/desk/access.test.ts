import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { manualClock } from '../../tests/fakes/clock.ts';
import { Secret } from '../config/secrets.ts';
import { readForms } from '../http/forms.ts';
import { readTemplate } from '../http/pages/template.ts';
import { deskAccess, guard, isTailnet } from './access.ts';

const KEY = 'k'.repeat(43);
const DAY_MS = 24 * 60 * 60_000;

/** A guarded action behind a hook that takes a while, as one that compresses does. */
function guarded(now = Date.now) {
  const app = fastify();
  onTestFinished(() => app.close());
  const acts: string[] = [];
  app.decorate('template', readTemplate(''));
  app.addHook('onSend', async (_request, _reply, payload) => {
    await new Promise(setImmediate);
    return payload;
  });
  readForms(app);
  guard(app, deskAccess(new Secret(KEY), now));
  app.post('/faire', async () => {
    acts.push('done');
    return 'done';
  });
  app.get('/', async () => 'open');
  return { app, acts };
}

async function cookieOf(app: ReturnType<typeof guarded>['app']): Promise<string> {
  const { headers } = await app.inject({ url: `/?key=${KEY}` });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

it('nothing is done for who is refused, however long the refusal takes to leave', async () => {
  const { app, acts } = guarded();
  const none = await app.inject({ method: 'POST', url: '/faire' });
  const noToken = await app.inject({
    method: 'POST',
    url: '/faire',
    headers: { cookie: await cookieOf(app), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'token=x',
  });
  expect([none.statusCode, noToken.statusCode, acts]).toEqual([403, 403, []]);
});

it('cookies of the same name, which a page on another port has set, do not lock the desk', async () => {
  const { app } = guarded();
  const own = await cookieOf(app);
  const name = own.split('=')[0];
  for (const cookie of [`${name}=x; ${own}`, `${own}; ${name}=9e15.x`, `a=b; ${name}=; ${own}; ${name}=1`])
    expect((await app.inject({ url: '/', headers: { cookie } })).statusCode, cookie).toBe(200);
  const others = `${name}=x; ${name}=${own.split('=')[1]?.slice(1)}`;
  expect((await app.inject({ url: '/', headers: { cookie: others } })).statusCode).toBe(403);
});

it('after thirty days the address with the key is needed again', async () => {
  const clock = manualClock();
  const { app } = guarded(clock.now);
  const cookie = await cookieOf(app);
  const status = async () => (await app.inject({ url: '/', headers: { cookie } })).statusCode;
  clock.advance(30 * DAY_MS - 1);
  expect(await status()).toBe(200);
  clock.advance(1);
  expect(await status()).toBe(403);
});

it('a name of a tailnet counts only where this machine is in one', () => {
  const address = (text: string) => ({ address: text }) as never;
  const inOne = { tailscale0: [address('100.101.102.103'), address('fd7a:115c:a1e0::53')] };
  const inNone = { eth0: [address('100.64.0.7'), address('2001:db8::1')] };
  expect(isTailnet('atelier.tail1234.ts.net', inOne)).toBe(true);
  expect(isTailnet('atelier.tail1234.ts.net', inNone)).toBe(false);
  expect(isTailnet('ts.net.mal.example', inOne)).toBe(false);
});
