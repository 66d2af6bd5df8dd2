import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { readMail } from '../../../tests/fakes/read-mail.ts';
import { type Mood, startFakeSmtp } from '../../../tests/fakes/smtp-server.ts';
import { temporaryFolder } from '../../../tests/service/temporary-folder.ts';
import { maildirTransport } from './maildir.ts';
import { knockAtMailServer, smtpTransport } from './smtp.ts';
import type { OutgoingMail } from './transport.ts';

const mail: OutgoingMail = {
  id: 'e7a4@atelier.example',
  to: ['zoe@example.ch'],
  replyTo: 'ada@example.ch',
  subject: 'Nouveau contact\u202f: Zoé',
  text: 'Bonjour',
  html: '<p>Bonjour</p>',
};
const from = { name: 'Atelier', address: 'nous@atelier.example' };
const never = new AbortController().signal;

async function over(moods: Mood[], userinfo = '') {
  const server = await startFakeSmtp(moods);
  const { mail: config } = loadConfig({
    SMTP_URL: server.url.replace('//', `//${userinfo}`),
    MAIL_FROM: 'Atelier <nous@atelier.example>',
  });
  if (config.smtp === undefined) throw new Error('the settings above name a server');
  return { server, config, transport: smtpTransport({ ...config, smtp: config.smtp }) };
}

describe('by SMTP', () => {
  it('is accepted in the server’s own words, whole and under its id', async () => {
    const { server, transport } = await over(['accepts']);
    const outcome = await transport.send(mail, never);
    expect(outcome).toMatchObject({ kind: 'accepted', receipt: expect.stringContaining('queued as 48') });
    const [received] = server.mails;
    expect(received).toMatchObject({ to: mail.to, messageId: `<${mail.id}>` });
    expect(received?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(received?.raw).toMatch(/^From: Atelier <nous@atelier.example>\r$/m);
    expect(received?.raw).toMatch(/^Reply-To: ada@example.ch\r$/m);
    expect(received?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  });

  it('breaks no link that is longer than a line: some programs lead to what stands before the break', async () => {
    const { server, transport } = await over(['accepts']);
    const link = `https://atelier.example/suivi/${'A'.repeat(74)}`;
    await transport.send(
      { ...mail, text: `Répondre\u202f: ${link}`, html: `<a href="${link}">Répondre</a>` },
      never,
    );
    const raw = server.mails[0]?.raw ?? '';
    expect(raw).not.toContain('quoted-printable');
    expect(raw.split('\r\n').every((line) => line.length <= 78)).toBe(true);
    expect(readMail(raw)).toMatchObject({ text: `Répondre\u202f: ${link}`, links: [link] });
    expect(readMail(raw).html).toContain(`href="${link}"`);
  });

  it('has each of several invitations attached, with what a calendar does with it', async () => {
    const { server, transport } = await over(['accepts']);
    const content = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
    const invitations = [{ method: 'REQUEST', content } as const, { method: 'CANCEL', content } as const];
    await transport.send({ ...mail, invitations }, never);
    const parts =
      server.mails[0]?.raw.matchAll(/Content-Type: text\/calendar;[\s\S]*?method=(\w+)[\s\S]*?name=(\S+)/g) ??
      [];
    expect([...parts].map(([, method, name]) => [method, name])).toEqual([
      ['REQUEST', 'rendez-vous-1.ics'],
      ['CANCEL', 'rendez-vous-2.ics'],
    ]);
  });

  it.each<[Mood, object]>([
    ['refuses the recipient', { kind: 'refused' }],
    ['refuses the content', { kind: 'transient', unknown: false, everyMail: false }],
    ['has a quota', { kind: 'transient', unknown: false, everyMail: true }],
    ['greylists', { kind: 'transient', unknown: false, everyMail: false }],
    ['refuses the sender', { kind: 'transient', unknown: false, everyMail: true }],
    ['drops after DATA', { kind: 'transient', unknown: true }],
    ['accepts and dies', { kind: 'transient', unknown: true }],
  ])('tells of a server that %s', async (mood, outcome) => {
    const { transport } = await over([mood]);
    expect(await transport.send(mail, never)).toMatchObject(outcome);
  });

  it('goes to an address in other letters only over a server that takes them, and says so otherwise', async () => {
    const to = ['zoé@example.ch'];
    const able = await over(['accepts']);
    expect(await able.transport.send({ ...mail, to }, never)).toMatchObject({ kind: 'accepted' });
    expect(able.server.mails[0]?.to).toEqual(to);
    const unable = await over(['takes ASCII alone']);
    const outcome = await unable.transport.send({ ...mail, to }, never);
    expect(outcome).toEqual({ kind: 'refused', message: expect.stringContaining('SMTPUTF8') });
    // A domain has another spelling, in ASCII.
    const domain = await unable.transport.send({ ...mail, to: ['zoe@zoé.example'] }, never);
    expect(domain).toMatchObject({ kind: 'accepted' });
    await unable.server.close();
    expect(await unable.transport.send({ ...mail, to }, never)).toMatchObject({
      kind: 'transient',
      everyMail: true,
    });
  });

  it('is broken off when the worker stops, however long a server hangs', async () => {
    const { server, transport } = await over(['hangs']);
    const stopping = new AbortController();
    const sending = transport.send(mail, stopping.signal);
    await expect.poll(server.connections).toBe(1);
    stopping.abort();
    expect(await sending).toMatchObject({ kind: 'transient', unknown: false, everyMail: true });
  });

  it('a wrong password concerns every mail, and is in no message', async () => {
    const { server, transport } = await over(['accepts'], 'nous:tressecret@');
    const outcome = await transport.send(mail, never);
    expect(outcome).toMatchObject({ kind: 'transient', unknown: false, everyMail: true });
    expect(JSON.stringify(outcome)).not.toContain('tressecret');
    expect(server.mails).toEqual([]);
  });

  it('says so when nobody listens', async () => {
    const { server, transport } = await over(['accepts']);
    await server.close();
    expect(await transport.send(mail, never)).toMatchObject({ kind: 'transient', everyMail: true });
  });

  it('is asked for a connection and a login without a mail', async () => {
    const { server, config } = await over(['accepts']);
    expect(await knockAtMailServer(config)).toBeUndefined();
    const wrong = await over(['accepts'], 'nous:tressecret@');
    const refused = await knockAtMailServer(wrong.config);
    expect(refused).toEqual(expect.any(String));
    expect(refused).not.toContain('tressecret');
    await server.close();
    expect(await knockAtMailServer(config)).toContain('ECONNREFUSED');
    expect([...server.mails, ...wrong.server.mails]).toEqual([]);
  });
});

describe('without SMTP', () => {
  it('lies in a maildir, once however often it is sent', async () => {
    const folder = join(temporaryFolder(), 'mail');
    const transport = maildirTransport(folder, from);
    for (const _ of [1, 2]) expect(await transport.send(mail, never)).toMatchObject({ kind: 'accepted' });
    const names = readdirSync(join(folder, 'new'));
    expect(names).toHaveLength(1);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    expect(readFileSync(join(folder, 'new', names[0] ?? ''), 'utf8')).toContain(`<${mail.id}>`);
  });

  it('waits when it cannot be written', async () => {
    const transport = maildirTransport('/dev/null/mail', from);
    expect(await transport.send(mail, never)).toMatchObject({ kind: 'transient', everyMail: true });
  });
});
