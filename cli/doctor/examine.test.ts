import { chmodSync, existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { giveBack, takeReading } from '#server/outbox/read-back/run.ts';
import { floodSeen, pauseDelivery } from '#server/store/conditions.ts';
import { someBooking } from '../../tests/fakes/bookings.ts';
import { someLead } from '../../tests/fakes/leads.ts';
import {
  at,
  delivered,
  findings,
  good,
  NOW,
  type SetUp,
  saysOf,
  sentToOwner,
  setting,
  stored,
  touching,
} from '../../tests/service/doctor-bench.ts';

it('finds nothing in a set-up that is right', async () => {
  expect(await findings(await good())).toEqual([]);
});

saysOf([
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
      await takeReading(db, 'a', Date.now());
      await giveBack(db, 'a', Date.now(), 'Pas de réponse en 10 s');
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

it('makes no folder where there was none', async () => {
  const setUp = await good();
  const DATA_DIR = join(setUp.folder, 'none');
  await findings({ ...setUp, environment: { ...setUp.environment, DATA_DIR } });
  expect(existsSync(DATA_DIR)).toBe(false);
});
