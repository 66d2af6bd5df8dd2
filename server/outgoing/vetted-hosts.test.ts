import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { vettedHosts } from './vetted-hosts.ts';

let server: Server;
let dialled: string[];
let answers: (readonly string[] | Error)[];

beforeEach(async () => {
  dialled = [];
  answers = [];
  server = createServer((socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const open = (own: readonly string[] = [], ownHost?: string) =>
  vettedHosts(
    {
      async resolve() {
        const answer = answers.shift() ?? [];
        if (answer instanceof Error) throw answer;
        return answer;
      },
      connect(address) {
        dialled.push(address);
        const refused = address === '9.9.9.9';
        return connect(refused ? 1 : (server.address() as AddressInfo).port, '127.0.0.1');
      },
    },
    { own, ownHost, timeoutMs: 500 },
  );

const visit = async (hosts: ReturnType<typeof open>, host: string) => {
  const socket = await hosts.connect(host, 443);
  socket.destroy();
};

it('dials the number that was vetted, and keeps it when the name changes its answer', async () => {
  answers = [['8.8.8.8'], ['127.0.0.1']];
  const hosts = open();
  await visit(hosts, 'rebinding.test');
  await visit(hosts, 'REBINDING.test.');
  expect(dialled).toEqual(['8.8.8.8', '8.8.8.8']);
});

it.each([
  ['a private number beside a public one', ['8.8.8.8', '10.0.0.1']],
  ['loopback as IPv6', ['8.8.8.8', '::1']],
  ['a mapped number', ['::ffff:8.8.8.8']],
  ['our own number', ['1.1.1.1', '8.8.4.4']],
])('%s refuses the host, and nothing is dialled', async (_what, numbers) => {
  answers = [numbers];
  await expect(visit(open(['8.8.4.4']), 'mixed.test')).rejects.toMatchObject({ reason: 'not-public' });
  expect(dialled).toEqual([]);
});

it('a name that nobody has, one that no server answers for and a private one take the same way to be refused', async () => {
  const ways = await Promise.all(
    [[], new Error('ESERVFAIL'), ['10.0.0.1']].map(async (answer) => {
      const { promise: own, resolve } = Promise.withResolvers<readonly string[]>();
      const asked: string[] = [];
      const hosts = vettedHosts(
        {
          async resolve(host) {
            asked.push(host);
            if (host === 'ours.test') return own;
            if (answer instanceof Error) throw answer;
            return answer;
          },
          connect: () => expect.fail('dialled'),
        },
        { ownHost: 'ours.test' },
      );
      const refused = hosts.connect('a.test', 443).catch(() => 'refused');
      // Not before our own numbers are known, which only the private one has to be compared with.
      const first = await Promise.race([refused, new Promise((wait) => setTimeout(wait, 30, 'open'))]);
      resolve(['8.8.4.4']);
      return { asked, first, last: await refused };
    }),
  );
  const [way] = ways;
  expect(ways).toEqual([way, way, way]);
  expect(way).toEqual({ asked: ['ours.test', 'a.test'], first: 'open', last: 'refused' });
});

it('a name that leads to the number of our own name is refused, though no interface of this machine has that number', async () => {
  // One answer for our name, one for the stranger’s.
  answers = [
    ['8.8.4.4', '2001:4860::1'],
    ['8.8.4.4', '2001:4860::1'],
  ];
  const hosts = open([], 'ours.test');
  await expect(visit(hosts, 'strangers.test')).rejects.toMatchObject({ reason: 'not-public' });
  await expect(visit(hosts, '8.8.4.4')).rejects.toMatchObject({ reason: 'not-public' });
  await expect(visit(hosts, '2001:4860:0::1')).rejects.toMatchObject({ reason: 'not-public' });
  await expect(visit(open([], '8.8.4.4'), '8.8.4.4')).rejects.toMatchObject({ reason: 'not-public' });
  expect(dialled).toEqual([]);
  answers = [['8.8.8.8']];
  await visit(hosts, 'other.test');
  expect(dialled).toEqual(['8.8.8.8']);
});

it('a name of our own that no name server knows keeps nobody from being visited', async () => {
  answers = [new Error('ENOTFOUND'), ['8.8.8.8']];
  await visit(open([], 'ours.test'), 'other.test');
  expect(dialled).toEqual(['8.8.8.8']);
});

it('a literal number is vetted without a resolver', async () => {
  await expect(visit(open(), '127.0.0.1')).rejects.toMatchObject({ reason: 'not-public' });
  await expect(visit(open(), '::ffff:7f00:1')).rejects.toMatchObject({ reason: 'not-public' });
  expect(dialled).toEqual([]);
});

it('tries the next vetted number, and says when none answers', async () => {
  answers = [['9.9.9.9', '8.8.8.8'], ['9.9.9.9']];
  const hosts = open();
  await visit(hosts, 'two.test');
  expect(dialled).toEqual(['9.9.9.9', '8.8.8.8']);
  await expect(visit(hosts, 'none.test')).rejects.toMatchObject({ reason: 'unreachable' });
});

it('a number that keeps silent holds nobody up while another one answers, and nothing of it stays open', async () => {
  const silent = new Socket();
  const numbers = ['9.9.9.9', '8.8.8.8'];
  const hosts = vettedHosts(
    {
      resolve: async () => numbers,
      connect(address) {
        dialled.push(address);
        return address === '9.9.9.9' ? silent : connect((server.address() as AddressInfo).port, '127.0.0.1');
      },
    },
    { timeoutMs: 5_000 },
  );
  const from = performance.now();
  const socket = await hosts.connect('half-dead.test', 443);
  expect(performance.now() - from).toBeLessThan(2_500);
  expect(dialled).toEqual(numbers);
  socket.destroy();
  // What connects later is closed again.
  silent.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(silent, 'close');
});

it('says when a name has no number', async () => {
  answers = [[], new Error('SERVFAIL')];
  await expect(visit(open(), 'a.test')).rejects.toMatchObject({ reason: 'name-not-found' });
  await expect(visit(open(), 'b.test')).rejects.toMatchObject({ reason: 'name-not-found' });
});
