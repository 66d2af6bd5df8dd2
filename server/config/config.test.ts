import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig, readEnvironment } from './config.ts';
import type { Environment } from './env.ts';

test('without a setting, everything has its documented default', () => {
  expect(loadConfig({})).toEqual({
    host: 'localhost',
    port: 3000,
    opsPort: 3001,
    dataDir: './data',
    publicUrl: 'http://localhost:3000',
    trustProxy: [],
    leadsPerMinute: 20,
    audits: { mode: 'full' },
    mail: {
      from: { name: 'Atelier 48', address: 'bonjour@atelier48.example' },
      owners: ['bonjour@atelier48.example'],
      organizer: 'bonjour@atelier48.example',
    },
    ownerNamed: false,
    hookKeys: { calendly: undefined, cal: undefined },
    warnings: [],
  });
});

test.each<[Environment, string]>([
  [{ PORT: 'abc' }, 'PORT=abc : attendu un nombre entier de 0 à 65535'],
  [{ PORT: '65536' }, 'PORT=65536 : attendu un nombre entier de 0 à 65535'],
  [{ PORT: '-1' }, 'PORT=-1 : attendu'],
  [{ OPS_PORT: '3e3' }, 'OPS_PORT=3e3 : attendu'],
  [{ HOST: 'http://x' }, 'HOST=http://x : attendu'],
  [{ PUBLIC_URL: 'exemple.ch' }, 'PUBLIC_URL=exemple.ch : attendu'],
  [{ PUBLIC_URL: 'https://u:p@exemple.ch' }, 'PUBLIC_URL='],
  [{ AIRTABLE_API_URL: 'ftp://x' }, 'AIRTABLE_API_URL=ftp://x : attendu'],
  [{ PUBLIC_URL: 'https://exemple.ch/fr' }, 'PUBLIC_URL=https://exemple.ch/fr : attendu'],
  [{ TRUST_PROXY: 'tous' }, 'TRUST_PROXY=tous : attendu'],
  [{ TRUST_PROXY: '127.0.0.1,::/0' }, 'TRUST_PROXY=127.0.0.1,::/0 : attendu'],
  [{ LEADS_PER_MINUTE: '0' }, 'LEADS_PER_MINUTE=0 : attendu un nombre entier de 1 à 100000'],
  [{ AIRTABLE_BASE_ID: 'base' }, 'AIRTABLE_BASE_ID=base : attendu'],
  [{ AIRTABLE_FIELD_IDS: 'Name=fld1' }, 'AIRTABLE_FIELD_IDS=Name=fld1 : attendu Name=fld…,Email='],
  [{ DATABASE_URL: 'mysql://u:tressecret@h/b' }, 'DATABASE_URL=… : attendu'],
  [{ AIRTABLE_TOKEN: 'pat avec espace' }, 'AIRTABLE_TOKEN=… : attendu'],
  [{ OWNER_EMAIL: 'ada' }, 'OWNER_EMAIL=ada : attendu une ou plusieurs adresses'],
  [{ OWNER_EMAIL: 'ada@x.ch,,b@x.ch' }, 'OWNER_EMAIL=ada@x.ch,,b@x.ch : attendu'],
  [{ OWNER_EMAIL: 'Ada <ada@x.ch>' }, 'OWNER_EMAIL='],
  [{ MAIL_FROM: 'Ada <ada>' }, 'MAIL_FROM=Ada <ada> : attendu'],
  [{ MAIL_FROM: 'Ada <ada@x.ch>\r\nBcc: eve@x.ch' }, 'MAIL_FROM='],
  [{ SMTP_URL: 'https://nous:tressecret@x.ch' }, 'SMTP_URL=… : attendu smtp://'],
  [{ SMTP_URL: 'smtp://nous:tressecret@x.ch/?tls=0' }, 'SMTP_URL=… : attendu'],
  [{ SMTP_URL: 'smtp://nous:tressecret%ZZ@x.ch' }, 'SMTP_URL=… : attendu'],
  [{ WEBHOOK_URL: 'http://outil.example/tressecret' }, 'WEBHOOK_URL=… : attendu une adresse https://'],
  [{ CALENDLY_WEBHOOK_KEY: 'tressecret' }, 'CALENDLY_WEBHOOK_KEY=… : attendu 16 à 256'],
  [{ CAL_WEBHOOK_SECRET: 'tressecret avec espace' }, 'CAL_WEBHOOK_SECRET=… : attendu 16 à 256'],
  [{ WEBHOOK_SECRET: 'whsec_dHJlc3NlY3JldA==' }, 'WEBHOOK_SECRET=… : attendu whsec_'],
  [{ PORT: '3001' }, 'OPS_PORT=3001 : attendu un autre port que PORT'],
])('%o stops the start with one line', (environment, line) => {
  expect(() => loadConfig(environment)).toThrow(line);
  expect(() => loadConfig(environment)).not.toThrow(/\n|tressecret|avec espace/);
});

test('Airtable is configured by token and base together; one alone is a warning, not a stop', () => {
  expect(loadConfig({ AIRTABLE_TOKEN: 'pat1', AIRTABLE_BASE_ID: 'app1' }).airtable).toMatchObject({
    baseId: 'app1',
    table: 'Acquisition',
    apiUrl: 'https://api.airtable.com',
  });
  const alone = loadConfig({ AIRTABLE_TOKEN: 'pat1' });
  expect(alone.airtable).toBeUndefined();
  expect(alone.warnings[0]?.text).toContain('AIRTABLE_BASE_ID');
});

test('mails go by SMTP when server and sender are given; one alone is a warning', () => {
  const given = {
    SMTP_URL: 'smtps://nous%40x.ch:p%2Fw@mail.x.ch',
    MAIL_FROM: 'Nous <nous@x.ch>',
    OWNER_EMAIL: 'a@x.ch, b@x.ch',
  };
  const { mail } = loadConfig(given);
  expect(mail).toMatchObject({
    smtp: { host: 'mail.x.ch', port: 465, secure: true, user: 'nous@x.ch' },
    from: { name: 'Nous', address: 'nous@x.ch' },
    owners: ['a@x.ch', 'b@x.ch'],
  });
  expect(mail.smtp?.password?.reveal()).toBe('p/w');
  expect(JSON.stringify(mail)).not.toContain('p/w');
  expect(loadConfig({ SMTP_URL: 'smtp://[::1]', MAIL_FROM: 'n@x.ch' }).mail.smtp).toEqual({
    host: '::1',
    port: 587,
    secure: false,
  });
  const alone = loadConfig({ SMTP_URL: 'smtp://x.ch', WEBHOOK_URL: 'https://x.ch' });
  expect([alone.mail.smtp, alone.webhook]).toEqual([undefined, undefined]);
  expect(alone.warnings.map(({ text }) => text).join()).toMatch(/MAIL_FROM.*WEBHOOK_SECRET/);
});

test('a secret is shown by reveal() alone', () => {
  const { airtable } = loadConfig({ AIRTABLE_TOKEN: 'patSecret', AIRTABLE_BASE_ID: 'app1' });
  expect(`${inspect(airtable)}${JSON.stringify(airtable)}${airtable?.token}`).not.toContain('patSecret');
  expect(airtable?.token.reveal()).toBe('patSecret');
});

test('the environment wins over .env, and an empty setting is no setting', () => {
  const dir = mkdtempSync(join(tmpdir(), 'config-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, '.env');
  writeFileSync(file, 'PORT=4000\nHOST=0.0.0.0 # partout\nAIRTABLE_TOKEN=\nAUTRE=x\n');
  expect(readEnvironment({ PORT: '5000', PATH: '/bin' }, file)).toEqual({ PORT: '5000', HOST: '0.0.0.0' });
  expect(readEnvironment({}, join(dir, 'absent'))).toEqual({});
  expect(() => readEnvironment({}, dir)).toThrow('illisible');
});

test('PUBLIC_URL loses its trailing slash; an IPv6 host is bracketed', () => {
  expect(loadConfig({ PUBLIC_URL: 'https://exemple.ch/' }).publicUrl).toBe('https://exemple.ch');
  expect(loadConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
});

test('an unknown AUDITS is refused, and AUDITS=only with advice', () => {
  expect(() => loadConfig({ AUDITS: 'only' })).toThrow(
    /^AUDITS=only : attendu full, http ou off \(only n’existe plus/,
  );
  expect(() => loadConfig({ CHROMIUM: 'chromium' })).toThrow(/^CHROMIUM=chromium : attendu un chemin absolu/);
  const { audits } = loadConfig({ AUDITS: 'http', CHROMIUM: '/usr/bin/c' });
  expect(audits).toEqual({ mode: 'http', chromium: '/usr/bin/c' });
});
