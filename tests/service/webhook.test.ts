import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { webhookPost } from '#server/messages/webhook/post.ts';
import { messageBench } from '../fakes/message-bench.ts';
import { newSqlite } from '../support/new-sqlite.ts';

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const HOUR = 60 * 60_000;

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly url: string | undefined;
}

async function receiver(answers: ((response: ServerResponse) => void)[]) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), url: request.url });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

async function bench(answers: ((response: ServerResponse) => void)[]) {
  const hook = await receiver(answers);
  const environment = { WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET };
  const base = await messageBench(newSqlite, { environment });
  const row = async () => (await base.messages()).find(({ kind }) => kind === 'webhook-lead');
  /** Moves the clock until so many calls came. */
  const until = (count: number, step: number) =>
    expect
      .poll(
        () => {
          if (hook.calls.length < count) base.clock.advance(step);
          return hook.calls.length;
        },
        { interval: 30 },
      )
      .toBe(count);
  return { ...base, hook, row, until };
}

test('a webhook is repeated under one id, with a fresh and true signature, until it is taken', async () => {
  const cut = (response: ServerResponse) => void response.destroy();
  const answers = [status(500), status(302, { location: '/elsewhere' }), cut, status(204)];
  const { insert, start, hook, row, until, clock, sent } = await bench(answers);
  const lead = await insert();
  start();
  await until(1, 500);
  await expect.poll(() => sent.length).toBe(2);
  await until(2, 10_000);
  await until(4, HOUR / 4);
  await expect.poll(async () => (await row())?.state).toBe('sent');
  expect(await row()).toMatchObject({ receipt: 'HTTP 204', attempts: 4 });
  expect(new Set(hook.calls.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([(await row())?.id]),
  );
  expect(hook.calls.map(({ url }) => url)).toEqual(Array(4).fill('/hook'));
  const stamps = hook.calls.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(stamps).toEqual([...new Set(stamps)].sort());
  for (const { headers, body } of hook.calls) {
    const at = Number(headers['webhook-timestamp']);
    const signed = new Webhook(SECRET).sign(String(headers['webhook-id']), new Date(at * 1000), body);
    expect(headers['webhook-signature']).toBe(signed);
    expect(at * 1000).toBeLessThanOrEqual(clock.now());
    expect(JSON.parse(body)).toMatchObject({
      type: 'lead.received',
      data: { id: lead.id, name: lead.name, email: lead.email, url: lead.url, status: 'Cold' },
    });
  }
});

test('410 switches the webhooks off and tells the owner; the mails go on', async () => {
  const { insert, start, hook, until, clock, sent, messages } = await bench([status(410)]);
  await insert();
  start();
  await until(1, 500);
  await insert();
  const stopped = () => {
    clock.advance(1_000);
    return sent.filter(({ subject }) => subject === 'Votre webhook s’est arrêté').length;
  };
  await expect.poll(stopped).toBe(1);
  const failed = async () => {
    clock.advance(1_000);
    return (await messages()).filter(({ kind, state }) => kind === 'webhook-lead' && state === 'failed')
      .length;
  };
  await expect.poll(failed).toBe(2);
  expect(hook.calls).toHaveLength(1);
  expect(stopped()).toBe(1);
  const told = () => {
    clock.advance(1_000);
    return sent.filter(({ subject }) => subject.startsWith('Nouveau contact')).length;
  };
  await expect.poll(told).toBe(2);
});

test('a tool that never answers well is asked for three days and then given up', async () => {
  const { insert, start, until, row, clock } = await bench([status(503, { 'retry-after': '60' })]);
  await insert();
  const begun = clock.now();
  start();
  await until(1, 500);
  await until(10, 2 * HOUR);
  await expect.poll(async () => (await row())?.state).toBe('failed');
  expect((clock.now() - begun) / (24 * HOUR)).toBeGreaterThan(3);
  expect(await row()).toMatchObject({ attempts: 10, last_error: 'HTTP 503' });
});

test('a webhook leaves for public addresses alone, and for this machine where the setting names it', async () => {
  const hook = await receiver([status(204)]);
  const { port } = new URL(hook.url);
  const dialled: string[] = [];
  const numbers: Record<string, readonly string[]> = {
    'nas.example': ['192.168.1.10'],
    'half.example': ['192.0.66.2', '127.0.0.1'],
    'nobody.example': [],
    'tool.example': ['192.0.66.1'],
    'ours.example': ['192.0.66.7'],
  };
  const network = {
    resolve: async (host: string) => numbers[host] ?? [],
    connect(address: string) {
      dialled.push(address);
      return connect(1, '127.0.0.1');
    },
    own: () => ['192.0.66.7'],
  };
  const postTo = (url: string) => {
    const send = webhookPost({ url: new Secret(url), secret: new Secret(SECRET) }, network);
    return () => send('id', '{}', Date.now(), new AbortController().signal);
  };
  const post = (url: string) => postTo(url)();
  const refused = (message: string) => ({ kind: 'transient', unknown: false, message });
  for (const host of ['nas.example', 'half.example', '10.0.0.1', '[::ffff:169.254.169.254]'])
    expect(await post(`https://${host}:${port}/hook`)).toEqual(
      refused('adresse privée, où aucun webhook ne part'),
    );
  expect(await post('https://nobody.example/')).toEqual(refused('nom introuvable'));
  expect(dialled).toEqual([]);
  expect(await post('https://tool.example/')).toEqual(refused('aucune connexion'));
  expect(dialled).toEqual(['192.0.66.1']);
  // This machine by its public address as well, but not by a name that comes to lead there.
  expect(await post('https://ours.example/')).toEqual(refused('aucune connexion'));
  const later = postTo('https://tool.example/');
  expect(await later()).toEqual(refused('aucune connexion'));
  numbers['tool.example'] = ['192.0.66.7'];
  expect(await later()).toEqual(refused('adresse privée, où aucun webhook ne part'));
  expect(dialled).toEqual(['192.0.66.1', '192.0.66.7', '192.0.66.1']);
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await post(`http://${host}:${port}/hook`)).toEqual({ kind: 'accepted', receipt: 'HTTP 204' });
  expect(hook.calls).toHaveLength(2);
});
