import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mail; the last mood goes on for all further mails. */
export type Mood =
  | 'accepts'
  | 'refuses the recipient'
  | 'refuses the content'
  | 'has a quota'
  | 'takes ASCII alone'
  | 'refuses the sender'
  | 'greylists'
  | 'hangs'
  | 'drops after DATA'
  | 'accepts and dies';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly messageId: string;
  readonly raw: string;
}

export interface FakeSmtp {
  readonly url: string;
  readonly port: number;
  /** Every mail whose content arrived, whatever the answer was. */
  readonly mails: ReceivedMail[];
  /** The mails that were answered with 250. */
  readonly accepted: ReceivedMail[];
  moods: Mood[];
  connections(): number;
  close(): Promise<void>;
}

const answer = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

/** An SMTP server on a free port that behaves as `moods` say. */
export async function openFakeSmtp(moods: Mood[] = ['accepts'], port = 0): Promise<FakeSmtp> {
  const mails: ReceivedMail[] = [];
  const accepted: ReceivedMail[] = [];
  const hung: (() => void)[] = [];
  let connections = 0;
  const mood = () => fake.moods[0] ?? 'accepts';
  const next = () => {
    if (fake.moods.length > 1) fake.moods.shift();
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    hideSMTPUTF8: moods.includes('takes ASCII alone'),
    closeTimeout: 50,
    onAuth: (_auth, _session, done) => done(answer(535, 'Wrong password')),
    onConnect(_session, done) {
      connections += 1;
      if (mood() === 'hangs') return void hung.push(() => done());
      done();
    },
    onMailFrom(_address, _session, done) {
      if (mood() !== 'refuses the sender') return done();
      next();
      done(answer(553, 'Not your address'));
    },
    onRcptTo(_address, _session, done) {
      if (mood() === 'refuses the recipient') {
        next();
        return done(answer(550, 'No such user'));
      }
      if (mood() === 'has a quota') {
        next();
        return done(answer(550, '5.4.5 Daily user sending limit exceeded'));
      }
      if (mood() === 'greylists') {
        next();
        return done(answer(451, 'Try again later'));
      }
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const [, messageId = ''] = /^Message-ID: (.*)\r$/im.exec(raw) ?? [];
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), messageId, raw };
        mails.push(mail);
        const now = mood();
        next();
        if (now === 'refuses the content') return done(answer(554, 'Looks like spam'));
        const cut = () => {
          for (const connection of server.connections) connection._socket.destroy();
        };
        if (now === 'drops after DATA') return cut();
        accepted.push(mail);
        if (now === 'accepts and dies') return cut();
        done(null, '2.0.0 Ok: queued as 48');
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const taken = (server.server.address() as AddressInfo).port;
  let closing: Promise<void> | undefined;
  const fake: FakeSmtp = {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    mails,
    accepted,
    moods,
    connections: () => connections,
    close() {
      for (const end of hung.splice(0)) end();
      closing ??= new Promise((resolve) => server.close(() => resolve()));
      return closing;
    },
  };
  return fake;
}
