import { expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { checkMailDns, type MailResolver, sendTestMail } from './mail-checks.ts';

const config = loadConfig({
  SMTP_URL: 'smtps://ada:secret@mail.exemple.ch',
  MAIL_FROM: 'Atelier <ada@exemple.ch>',
  OWNER_EMAIL: 'ada@exemple.ch',
});

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

/** A resolver with these names and TXT records; `''` is a name without records, a missing one does not exist. */
function dns(texts: Readonly<Record<string, string[]>>, mx: string[] = ['mx.exemple.ch']) {
  const resolver = {
    async resolveTxt(name: string) {
      const found = texts[name];
      if (found === undefined) return failing('ENOTFOUND')();
      if (found.length === 0) return failing('ENODATA')();
      // TXT records come as chunks.
      return found.map((text) => [text.slice(0, 5), text.slice(5)]);
    },
    resolveMx:
      mx.length > 0 ? async () => mx.map((exchange) => ({ exchange, priority: 10 })) : failing('ENODATA'),
    resolve4: failing('ENODATA'),
    resolve6: failing('ENODATA'),
  };
  return resolver as unknown as MailResolver;
}

const good = {
  'exemple.ch': ['google-site-verification=x', 'v=spf1 include:_spf.exemple.net -all'],
  '_domainkey.exemple.ch': [],
  '_dmarc.exemple.ch': ['v=DMARC1; p=quarantine'],
};

const judged = async (resolver: MailResolver) => {
  const findings = await checkMailDns(config, resolver);
  return findings.filter(({ weight }) => weight !== 'fine').map(({ text }) => text);
};

it('complete DNS records are no finding, and without SMTP none are looked up', async () => {
  expect(await judged(dns(good))).toEqual([]);
  expect(await checkMailDns(config, dns(good))).toHaveLength(4);
  expect(await checkMailDns(loadConfig({}), dns({}))).toEqual([]);
});

it.each<[string, Parameters<typeof dns>, RegExp]>([
  ['no SPF', [{ ...good, 'exemple.ch': ['v=spf10'] }], /^SPF : exemple\.ch ne dit pas/],
  [
    'two SPF records',
    [{ ...good, 'exemple.ch': ['v=spf1 a', 'v=spf1 mx'] }],
    /^SPF : .* a 2 enregistrements/,
  ],
  ['an SPF for everybody', [{ ...good, 'exemple.ch': ['v=spf1 +all'] }], /^SPF : .* n’importe qui/],
  ['no DKIM', [{ ...good, '_domainkey.exemple.ch': undefined as never }], /^DKIM : aucune clé/],
  ['no DMARC', [{ ...good, '_dmarc.exemple.ch': [] }], /^DMARC : exemple\.ch n’en a pas/],
  ['no mailbox', [good, []], /^MAIL_FROM : personne ne reçoit/],
  ['a domain that takes no mail', [good, ['']], /^MAIL_FROM : personne ne reçoit/],
])('says so of %s', async (_name, [texts, mx], words) => {
  expect(await judged(dns(texts, mx))).toEqual([expect.stringMatching(words)]);
});

it.each(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL'])('says that DNS cannot be asked: %s', async (code) => {
  const resolver = { ...dns(good), resolveTxt: failing(code) } as unknown as MailResolver;
  const found = await judged(resolver);
  expect(found).toEqual([
    expect.stringContaining(`n’a pas pu être interrogé au sujet de exemple.ch (${code})`),
  ]);
});

it('sends a test mail to the owner and repeats the server’s answer', async () => {
  const sent: string[][] = [];
  const answering = (outcome: object) => ({
    async send(mail: { to: readonly string[]; subject: string }) {
      sent.push([...mail.to, mail.subject]);
      return outcome as never;
    },
  });
  const taken = await sendTestMail(config, 0, answering({ kind: 'accepted', receipt: '250 Ok\u001b' }));
  expect(taken).toMatchObject({ weight: 'fine', text: expect.stringContaining('250 Ok‹U+001B›') });
  expect(sent).toEqual([['ada@exemple.ch', 'E\u2011mail d’essai']]);
  const refused = { kind: 'refused', message: '550 no such user' };
  expect(await sendTestMail(config, 0, answering(refused))).toMatchObject({
    weight: 'blocks',
    text: expect.stringContaining('550 no such user'),
  });
});
