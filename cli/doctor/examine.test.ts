import { chmodSync, existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { settingsFingerprint } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { postponeReading, takeReading } from '#server/outbox/read-back/run.ts';
import { floodSeen, pauseDelivery } from '#server/store/conditions.ts';
import type { Database } from '#server/store/database.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { type Fault, startFakeAirtable } from '../../tests/fakes/airtable.ts';
import { someBooking } from '../../tests/fakes/bookings.ts';
import { someLead } from '../../tests/fakes/leads.ts';
import { COMPLETE_SETTINGS } from '../../tests/fixtures/complete-settings.ts';
import { temporaryFolder } from '../../tests/service/temporary-folder.ts';
import { newSqliteFile } from '../../tests/support/new-sqlite.ts';
import { examine, type Surroundings } from './examine.ts';
import type { MailResolver } from './mail-checks.ts';

interface SetUp {
  readonly environment: Environment;
  /** What Airtable answers; 0: nothing at all. */
  readonly airtable: number;
  readonly rehearse?: boolean;
  /** The body of the running server's /readyz, absent: none is running. */
  readonly readyz?: object;
  /** What the running server was started with, where that is not what is set now. */
  readonly startedWith?: Environment;
  /** The answer of PUBLIC_URL; 0: nothing at all. */
  readonly proxy?: number;
  /** What stands in the place of this machine: its clock, its disk, its ports, its mail server. */
  readonly machine?: Pick<Surroundings, 'now' | 'roomOf' | 'knock' | 'listens'>;
  readonly folder: string;
}

/** A set-up without a finding; each row of the table breaks one thing in it. */
async function good(): Promise<SetUp> {
  const folder = temporaryFolder();
  await newSqliteFile(join(folder, 'data'));
  writeFileSync(join(folder, '.env'), '', { mode: 0o640 });
  const environment = {
    ...COMPLETE_SETTINGS,
    DATA_DIR: join(folder, 'data'),
    AUDITS: 'http',
  };
  return { environment, airtable: 200, readyz: { status: 'ok' }, folder };
}

/** DNS with all records that a sender's domain needs. */
const wellKept: MailResolver = {
  resolveTxt: async (name) => (name.startsWith('_dmarc.') ? [['v=DMARC1; p=none']] : [['v=spf1 mx -all']]),
  resolveMx: async () => [{ exchange: 'mail.exemple.ch', priority: 10 }],
  resolve4: (async () => []) as unknown as MailResolver['resolve4'],
  resolve6: (async () => []) as unknown as MailResolver['resolve6'],
};

const NOW = Date.parse('2026-11-23T10:00:00Z');

async function findings(setUp: SetUp) {
  const {
    environment,
    airtable,
    readyz,
    startedWith,
    folder,
    rehearse = false,
    proxy = 200,
    machine,
  } = setUp;
  const fetcher: typeof fetch = async (url) => {
    const ops = String(url).endsWith('/readyz');
    const page = String(url).endsWith('/robots.txt');
    if (ops ? readyz === undefined : (page ? proxy : airtable) === 0) throw new Error('nobody is there');
    if (ops) return Response.json(readyz);
    if (String(url).endsWith('/settings'))
      return Response.json({ fingerprint: settingsFingerprint(startedWith ?? environment) });
    if (page) return new Response('', { status: proxy });
    const error = { type: 'SOME_REASON', message: 'What it says.' };
    return Response.json(airtable === 200 ? { records: [] } : { error }, {
      status: airtable,
      headers: { date: new Date(NOW).toUTCString() },
    });
  };
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const found = await examine({
    environment: () => given,
    fetcher,
    dotEnv: join(folder, '.env'),
    resolver: wellKept,
    rehearse,
    now: () => NOW,
    roomOf: () => ({ free: 50e9, total: 100e9 }),
    knock: async () => undefined,
    listens: async () => false,
    ...machine,
  });
  // Placeholders in the content are not part of the operator's set-up.
  return found.filter(({ weight, text }) => weight !== 'fine' && !/^(facts\/|Faits du site)/.test(text));
}

type Spoil = (setUp: SetUp) => SetUp | Promise<SetUp>;
const setting =
  (environment: Environment): Spoil =>
  (setUp) => ({ ...setUp, environment: { ...setUp.environment, ...environment } });
const answering =
  (airtable: number): Spoil =>
  (setUp) => ({ ...setUp, airtable });
const touching =
  (touch: (folder: string) => void): Spoil =>
  (setUp) => {
    touch(setUp.folder);
    return setUp;
  };

const stored =
  (work: (db: Database) => Promise<unknown>): Spoil =>
  async (setUp) => {
    const db = openSqlite(join(setUp.folder, 'data/leads.sqlite'));
    await work(db).finally(() => db.destroy());
    return setUp;
  };
const at =
  (machine: SetUp['machine']): Spoil =>
  (setUp) => ({ ...setUp, ...(machine && { machine }) });
const delivered = (db: Database) =>
  db.updateTable('outbox').set({ state: 'delivered', held_because: null, tell_since: null }).execute();
const sentToOwner = (db: Database, receipt: string) =>
  db
    .insertInto('messages')
    .values({
      ...({ id: 'mail', kind: 'owner-held', channel: 'mail', recipient: 'owner', lead_id: null } as const),
      ...({ state: 'sent', created_at: NOW, due_at: NOW, sent_at: NOW, receipt } as const),
    })
    .execute();
/** A provider that gives every request of the rehearsal the same answer. */
const rehearsing =
  (fault: Fault): Spoil =>
  async (setUp) => {
    const fake = await startFakeAirtable();
    onTestFinished(() => fake.close());
    fake.fail(fault, 100);
    return { ...setUp, rehearse: true, environment: { ...setUp.environment, AIRTABLE_API_URL: fake.url } };
  };

/** What is wrong, how it comes to be, its weight, and the words for what is wrong, what is safe and what to do. */
type Row = [string, Spoil, 'blocks' | 'mend', RegExp, RegExp, RegExp];

/** Declares a test for each row: its finding is the only one, and says all three in one line. */
function saysOf(rows: readonly Row[]): void {
  it.each(rows)(
    '%s: one line says what is wrong, what is safe and what to do',
    async (name, spoil, weight, ...words) => {
      const spoilt = await spoil(await good());
      const atFile = { ...spoilt.environment, DATA_DIR: join(spoilt.folder, 'file') };
      const [finding, ...others] = await findings(
        name.includes('written') ? { ...spoilt, environment: atFile } : spoilt,
      );
      expect(others).toEqual([]);
      expect(finding?.weight).toBe(weight);
      for (const word of words) expect(finding?.text).toMatch(word);
      expect(finding?.text).not.toMatch(/\n|patSecret|geheim/);
    },
  );
}

it('a set-up without fault has no finding', async () => {
  expect(await findings(await good())).toEqual([]);
});

saysOf([
  [
    'no Airtable',
    setting({ AIRTABLE_TOKEN: '', AIRTABLE_BASE_ID: '' }),
    'blocks',
    /Airtable n’est pas configuré/,
    /gardés/,
    /Renseignez AIRTABLE_TOKEN/,
  ],
  [
    'a token that is refused',
    answering(401),
    'blocks',
    /Airtable refuse \(401\)/,
    /attendent dans la base/,
    /AIRTABLE_TOKEN/,
  ],
  [
    'a base or table that is not there',
    answering(404),
    'blocks',
    /Airtable refuse \(404\)/,
    /attendent dans la base/,
    /AIRTABLE_BASE_ID/,
  ],
  [
    'a field that is missing',
    answering(422),
    'blocks',
    /Airtable refuse \(422\)/,
    /attendent dans la base/,
    /champs Name/,
  ],
  [
    'an Airtable out of reach',
    answering(0),
    'blocks',
    /Airtable ne répond pas/,
    /attendent dans la base/,
    /AIRTABLE_API_URL/,
  ],
  [
    'a database that others can read',
    touching((folder) => chmodSync(join(folder, 'data/leads.sqlite'), 0o644)),
    'mend',
    /peuvent lire .*leads\.sqlite/,
    /Rien n’est perdu/,
    /chmod/,
  ],
  [
    'a PostgreSQL that does not answer',
    setting({ DATABASE_URL: 'postgres://u:geheim@127.0.0.1:1/b' }),
    'blocks',
    /PostgreSQL ne répond pas/,
    /intacts/,
    /Vérifiez/,
  ],
  [
    'a database that is none',
    touching((folder) => writeFileSync(join(folder, 'data/leads.sqlite'), 'x'.repeat(5_000))),
    'blocks',
    /base de données/,
    /Rien n’y a été modifié/,
    /Vérifiez/,
  ],
  [
    'an old token in the running server',
    (setUp) => ({ ...setUp, startedWith: { ...setUp.environment, AIRTABLE_TOKEN: 'patOld' } }),
    'blocks',
    /d’autres réglages que ceux de \.env/,
    /gardés/,
    /redémarrer/,
  ],
  [
    'a rehearsal that may not write',
    rehearsing({ kind: 'status', status: 403, body: '{"error":{"type":"NO","message":"No."}}' }),
    'blocks',
    /Essai : Airtable refuse de créer/,
    /attendent dans la base/,
    /data\.records:write/,
  ],
  [
    'a rehearsal that meets no answer',
    rehearsing({ kind: 'close' }),
    'blocks',
    /Essai : Airtable n’a pas répondu/,
    /attendent dans la base/,
    /Relancez/,
  ],
  [
    'a setting that is malformed',
    setting({ PORT: 'abc' }),
    'blocks',
    /PORT=abc/,
    /Rien n’a été touché/,
    /Corrigez/,
  ],
  [
    'a public address that is none',
    setting({ PUBLIC_URL: 'http://localhost:3000' }),
    'mend',
    /PUBLIC_URL vaut/,
    /gardés/,
    /en https/,
  ],
  [
    'https without a trusted proxy',
    setting({ TRUST_PROXY: '' }),
    'blocks',
    /TRUST_PROXY manque/,
    /gardé/,
    /TRUST_PROXY=127\.0\.0\.1/,
  ],
  [
    'trust in everybody',
    setting({ TRUST_PROXY: '127.0.0.1,0.0.0.0/1,128.0.0.0/1' }),
    'mend',
    /TRUST_PROXY=0\.0\.0\.0\/1,128\.0\.0\.0\/1 croit/,
    /intacts/,
    /Ne donnez/,
  ],
  [
    'trust in everybody at once',
    setting({ TRUST_PROXY: '0.0.0.0/0' }),
    'blocks',
    /TRUST_PROXY=0\.0\.0\.0\/0 : attendu .*jamais \/0/,
    /Rien n’a été touché/,
    /Corrigez/,
  ],
  [
    'a proxy that hides who comes',
    (setUp) => ({
      ...setUp,
      readyz: { status: 'ok', warnings: ['Le serveur frontal se tait. Rien n’est perdu. Corrigez.'] },
    }),
    'blocks',
    /se tait/,
    /Rien/,
    /Corrigez/,
  ],
  [
    'a folder that cannot be written',
    touching((folder) => writeFileSync(join(folder, 'file'), '')),
    'blocks',
    /ne peut pas être écrit/,
    /intact/,
    /chown/,
  ],
  [
    'a folder that others can enter',
    touching((folder) => chmodSync(join(folder, 'data'), 0o755)),
    'mend',
    /peuvent lire/,
    /Rien n’est perdu/,
    /chmod/,
  ],
  [
    'settings that everybody can read',
    touching((folder) => chmodSync(join(folder, '.env'), 0o644)),
    'mend',
    /peut lire .*\.env/,
    /intacts/,
    /chmod/,
  ],
  [
    'a delivery that is paused',
    stored((db) => pauseDelivery(db, Date.now())),
    'blocks',
    /en pause depuis le/,
    /attendent dans la base/,
    /oui resume/,
  ],
  [
    'records that somebody has deleted',
    stored(async (db) => {
      await leadWriter(db).insert(someLead({ name: 'Ève Nom' }), Date.now());
      await delivered(db);
      await db.updateTable('outbox').set({ record_state: 'gone', delivered_at: 1 }).execute();
    }),
    'blocks',
    /introuvables chez Airtable\u202f: Ève Nom \([0-9a-f]{8}\)\./,
    /Les contacts sont intacts/,
    /retry --gone/,
  ],
  [
    'records that could not be read back',
    stored(async (db) => {
      await takeReading(db, Date.now());
      await postponeReading(db, Date.now(), 'Pas de réponse en 10 s');
    }),
    'mend',
    /arrêtée \(Pas de réponse en 10 s\)/,
    /Rien n’est donné pour disparu/,
    /reprend seule/,
  ],
  [
    'a flood',
    stored((db) => floodSeen(db, 'flood', Date.now())),
    'mend',
    /Afflux .* depuis le/,
    /enregistrées et retenues/,
    /list --held/,
  ],
  [
    'a call that waits for the owner',
    stored((db) => bookingStore(db).insert(someBooking(Date.now() + 86_400_000, { held: true }), Date.now())),
    'mend',
    /1 rendez-vous attend votre accord/,
    /leur heure reste libre/,
    /release-calls/,
  ],
  [
    'a site that is down',
    ({ readyz: _, ...setUp }) => setUp,
    'blocks',
    /ne tourne pas/,
    /intacts/,
    /systemctl start oui-48/,
  ],
  [
    'a folder that is missing',
    (setUp) => ({ ...setUp, environment: { ...setUp.environment, DATA_DIR: join(setUp.folder, 'none') } }),
    'blocks',
    /DATA_DIR=\S+none n’existe pas/,
    /Rien n’a été créé/,
    /Vérifiez DATA_DIR/,
  ],
  [
    'a full disk',
    at({ roomOf: () => ({ free: 1e9, total: 100e9 }) }),
    'blocks',
    /plein à 99 %/,
    /intact/,
    /Faites de la place/,
  ],
  [
    'a dead mail server',
    at({ knock: async () => 'connect ECONNREFUSED' }),
    'blocks',
    /mail\.exemple\.ch n’accepte pas la connexion \(connect ECONNREFUSED\)/,
    /attendent dans la base/,
    /SMTP_URL/,
  ],
  [
    'an owner’s second address that bounces',
    (setUp) =>
      stored((db) => sentToOwner(db, '250 Ok (refusé pour bob@exemple.ch)'))(
        setting({ OWNER_EMAIL: 'ada@exemple.ch,bob@exemple.ch' })(setUp) as SetUp,
      ),
    'blocks',
    /refuse bob@exemple\.ch/,
    /Rien n’est perdu/,
    /OWNER_EMAIL/,
  ],
  [
    'a port that is taken',
    ({ readyz: _, ...setUp }) => at({ listens: async (_host, port) => port === 3000 })(setUp),
    'blocks',
    /port 3000 \(PORT\) est pris/,
    /intacts/,
    /ss -ltnp/,
  ],
  [
    'an operator’s port that another program has',
    (setUp) => ({ ...setUp, readyz: { hello: 'world' } }),
    'blocks',
    /port 3001 \(OPS_PORT\) est pris/,
    /intacts/,
    /ss -ltnp/,
  ],
  [
    'a clock that is off',
    at({ now: () => NOW + 12 * 60_000 }),
    'blocks',
    /horloge de cette machine avance de 12 min/,
    /Rien n’est perdu/,
    /timedatectl/,
  ],
  [
    'a proxy that is away',
    (setUp) => ({ ...setUp, proxy: 0 }),
    'blocks',
    /https:\/\/exemple\.ch ne le montre pas/,
    /intacts/,
    /serveur frontal/,
  ],
  [
    'a proxy that does not reach the site',
    (setUp) => ({ ...setUp, proxy: 502 }),
    'blocks',
    /HTTP 502/,
    /intacts/,
    /serveur frontal/,
  ],
  [
    'a backup that is too old',
    touching((folder) => {
      const stamp = join(folder, 'data/last-backup');
      writeFileSync(stamp, '', { mode: 0o600 });
      const old = new Date(Date.now() - 3 * 86_400_000);
      utimesSync(stamp, old, old);
    }),
    'blocks',
    /dernière sauvegarde date du/,
    /intacte/,
    /oui backup/,
  ],
  [
    'a site that nobody has ever backed up',
    stored((db) =>
      leadWriter(db)
        .insert(someLead(), Date.now() - 3 * 86_400_000, 'x')
        .then(() => delivered(db)),
    ),
    'blocks',
    /Aucune sauvegarde/,
    /intacte/,
    /oui backup/,
  ],
]);

it('doctor does not create a missing DATA_DIR', async () => {
  const setUp = await good();
  const DATA_DIR = join(setUp.folder, 'none');
  await findings({ ...setUp, environment: { ...setUp.environment, DATA_DIR } });
  expect(existsSync(DATA_DIR)).toBe(false);
});
