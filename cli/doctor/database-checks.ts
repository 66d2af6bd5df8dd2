import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { alarms } from '#content/alarms.ts';
import { goneWords, readingWords } from '#content/read-back.ts';
import type { Instant } from '#domain/instant.ts';
import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import { type Config, lastBackupFile } from '#server/config/config.ts';
import { StartRefused } from '#server/config/start-refused.ts';
import { owedErasures } from '#server/leads/erasure/receipt.ts';
import { goneRecords } from '#server/leads/operator/gone-records.ts';
import type { StateCounts } from '#server/leads/operator/operator-reader.ts';
import { standingAlarms } from '#server/messages/alarms.ts';
import { mailSummary } from '#server/messages/summary.ts';
import { webhookStop } from '#server/messages/webhook/send-webhooks.ts';
import { pausedWords } from '#server/outbox/delivery.ts';
import { outboxState } from '#server/outbox/outbox-state.ts';
import { newestReading } from '#server/outbox/read-back/run.ts';
import { lastFlood } from '#server/store/conditions.ts';
import type { Database } from '#server/store/database.ts';
import { offsiteNotes } from '#server/store/offsite.ts';
import { CommandFailed } from '../leads/command-errors.ts';
import { shortId } from '../leads/find-leads.ts';
import { openStore } from '../leads/operator-store.ts';
import { countOf, countsLine, readableDuration, readableTime, safeText } from '../leads/print.ts';
import { blocks, type DoctorFinding, fine, mend } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
const MOST_COUNTED = 1_000;

/** Findings about the stored leads; none before the first start, which makes the database. Never throws. */
export async function checkLeads(config: Config, open = openStore): Promise<DoctorFinding[]> {
  try {
    const store = await open(config);
    try {
      const stalled = config.airtable === undefined ? [] : await checkDelivery(store.db);
      return [
        ...findingsIn(await store.reader.counts()),
        ...stalled,
        ...(await checkReadBack(store.db)),
        ...(await checkFlood(store.db)),
        ...(await checkHeldCalls(store.db)),
        ...(await checkErasures(store.db)),
        ...(await checkMessages(store.db, config)),
        ...(await checkOwners(store.db, config)),
        ...(await checkBackups(store.db, config, Date.now())),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof CommandFailed) return [];
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof StartRefused) return [blocks(reason)];
    const text = `La base de données ne répond pas comme prévu (${reason}). Ce qui y est enregistré est intact. Relancez npm run doctor ; si cela revient, relancez npm start.`;
    return [blocks(text)];
  }
}

async function checkDelivery(db: Database): Promise<DoctorFinding[]> {
  const { stalled, dueForMs, pausedSince } = await outboxState(db, Date.now());
  if (pausedSince !== null) return [blocks(pausedWords(pausedSince))];
  if (!stalled) return [];
  const text =
    `Des contacts devaient partir depuis ${readableDuration(dueForMs)} et aucun n’est parti ces 10 dernières minutes. Rien n’est perdu. ` +
    'Vérifiez que le site tourne (npm start), puis son journal\u202f; s’il tourne, redémarrez-le.';
  return [blocks(text)];
}

/** A finding about a flood of the last day, after which held leads may have to be released or erased. */
async function checkFlood(db: Database): Promise<DoctorFinding[]> {
  const flood = await lastFlood(db);
  if (flood === undefined || flood.seenAt < Date.now() - DAY_MS) return [];
  const text =
    `Afflux de demandes sans preuve de travail depuis le ${readableTime(flood.since)}, vu pour la dernière fois le ${readableTime(flood.seenAt)}. Elles sont enregistrées et retenues, les autres partent. ` +
    './oui list --held les montre ; erase --held --since les efface, release --held les laisse partir. Cette ligne disparaît un jour après la fin.';
  return [mend(text)];
}

/** A finding about calls that wait for the owner's word. */
async function checkHeldCalls(db: Database): Promise<DoctorFinding[]> {
  const held = await bookingReader(db).held(Date.now(), MOST_COUNTED);
  if (held.length === 0) return [];
  const text =
    `${countOf(held.length, 'rendez-vous attend', 'rendez-vous attendent')} votre accord après un afflux de réservations. Ils sont enregistrés, leur heure reste libre. ` +
    './oui release-calls les montre et les confirme, cancel-calls --since les annule.';
  return [mend(text)];
}

/** A finding about records of erased people that the provider still has. */
async function checkErasures(db: Database): Promise<DoctorFinding[]> {
  const owed = await owedErasures(db);
  if (owed.count === 0) return [];
  const text =
    `${countOf(owed.count, 'fiche', 'fiches')} de personnes effacées ${owed.count > 1 ? 'restent' : 'reste'} à supprimer d’Airtable depuis le ${readableTime(owed.since)}` +
    `${owed.because === null ? '' : ` (${safeText(owed.because)})`}. Cela se fait tout seul pendant que le site tourne. ` +
    'Si cela dure\u202f: le jeton a-t-il les droits data.records:write et data.records:read, et son compte celui de modifier la base\u202f?';
  return [mend(text)];
}

function findingsIn(counts: StateCounts): DoctorFinding[] {
  const { refused, held } = counts;
  const refusedText =
    `${countOf(refused, 'contact a été refusé', 'contacts ont été refusés')} par Airtable quelle que soit la stratégie. Rien n’est perdu, chacun est réessayé de loin en loin. ` +
    './oui list --state refusé les montre ; corrigez ce qu’Airtable reproche, puis ./oui retry --refused.';
  const heldText =
    `${countOf(held, 'contact est retenu', 'contacts sont retenus')} parce que douteux, et ne ${held > 1 ? 'partiront' : 'partira'} pas sans vous. ` +
    './oui list --held les montre ; ./oui release laisse partir, erase efface\u202f; par lots\u202f: release --held, erase --held --before AAAA-MM-JJ.';
  return [
    fine(`La base de données répond : ${countsLine(counts)}`),
    ...(refused > 0 ? [blocks(refusedText)] : []),
    ...(held > 0 ? [blocks(heldText)] : []),
  ];
}

/** The timer makes one every night. */
const BACKUP_AGE_MS = 2 * DAY_MS;

/** Whether the last backup that was made here is recent; a PostgreSQL may be backed up by somebody else's hand. */
async function checkBackups(
  db: Database,
  { dataDir, databaseUrl }: Config,
  now: Instant,
): Promise<DoctorFinding[]> {
  const madeAt = statSync(lastBackupFile(dataDir), { throwIfNoEntry: false })?.mtimeMs;
  if (madeAt !== undefined) {
    if (now - madeAt > BACKUP_AGE_MS)
      return [tooOld(`La dernière sauvegarde date du ${readableTime(madeAt)}`)];
    return (await offsiteNotes(db)).size > 0 ? [] : [ON_THIS_MACHINE];
  }
  if (databaseUrl !== undefined) return [];
  const old = await db
    .selectFrom('leads')
    .select('id')
    .where('created_at', '<', now - BACKUP_AGE_MS)
    .limit(1)
    .execute();
  return old.length === 0 ? [] : [tooOld('Aucune sauvegarde n’a été faite ici')];
}

const ON_THIS_MACHINE = mend(
  'Aucune sauvegarde ne quitte cette machine : si elle brûle, les contacts non livrés et les rendez-vous brûlent avec elle. ' +
    'La base est intacte. Suivez « Hors de la machine » dans docs/runbook.md.',
);

function tooOld(what: string): DoctorFinding {
  return blocks(
    `${what} : une panne de disque perdrait les contacts reçus depuis. La base est intacte. ` +
      'Lancez ./oui backup <dossier> sur un autre disque, et vérifiez la tâche de chaque nuit (systemctl status oui-48-backup.timer).',
  );
}

/** Findings about mails, webhooks and statuses that could not be sent. */
async function checkMessages(db: Database, { webhook }: Config): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  const { stuck, atLeast, stuckSince, reason } = await mailSummary(db);
  if (stuckSince !== undefined) {
    findings.push(
      blocks(
        `${atLeast ? 'Au moins ' : ''}${countOf(stuck, 'e-mail n’est pas accepté', 'e-mails ne sont pas acceptés')} par le serveur de messagerie, le premier depuis le ${readableTime(stuckSince)} (${safeText(reason ?? '')}). ` +
          'Rien n’est perdu, chacun est réessayé. Vérifiez SMTP_URL, MAIL_FROM et OWNER_EMAIL.',
      ),
    );
  }
  for (const { name, since } of await standingAlarms(db))
    findings.push(blocks(`${alarms[name].text(readableTime(since))} ${alarms[name].todo}`));
  findings.push(...(await checkStatuses(db)));
  const stop = webhook === undefined ? undefined : await webhookStop(db, webhook);
  if (stop !== undefined) {
    findings.push(
      mend(
        `Votre outil a arrêté les webhooks le ${readableTime(stop.stopped_at)} (${stop.reason}). Contacts et e-mails continuent. ` +
          'Donnez une autre adresse dans WEBHOOK_URL, ou un autre WEBHOOK_SECRET ; ou ôtez les deux.',
      ),
    );
  }
  return findings;
}

/** Refused by the provider: words that begin with a status, as `deliverRecord` keeps them. */
const REFUSED = sql<boolean>`last_error like ${'4__\u202f: %'}`;

/** A finding about what Airtable refuses to write into records that are there, with the true cause. */
async function checkStatuses(db: Database): Promise<DoctorFinding[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['last_error', 'lead_id'])
    .where(sql<boolean>`state = 'waiting' and channel = 'provider'`)
    .where(REFUSED)
    .orderBy('created_at', 'desc')
    .limit(MOST_STATUSES)
    .execute();
  const [newest] = rows;
  if (newest === undefined) return [];
  const count = new Set(rows.map(({ lead_id }) => lead_id)).size;
  const reason = newest.last_error ?? '';
  const status = Number(reason.slice(0, 3));
  const advice =
    status === 422
      ? 'Donnez au champ Status les options Cold, Warm et Hot : npm run doctor -- --rehearse les essaie.'
      : status === 401
        ? 'Le jeton n’est plus accepté : vérifiez AIRTABLE_TOKEN.'
        : 'Vérifiez les droits du jeton (data.records:read et data.records:write), et que son titulaire peut modifier la base.';
  const text =
    `${rows.length === MOST_STATUSES ? 'Au moins ' : ''}${countOf(count, 'fiche garde', 'fiches gardent')} un ancien statut ou une ancienne adresse dans Airtable, qui refuse (${safeText(reason)}). ` +
    `Tout est juste ici (./oui show), et chacune est réessayée. ${advice} Puis ./oui retry --all.`;
  return [mend(text)];
}

const MOST_STATUSES = 1_000;

/** Findings about delivered records as they were read back: those that are gone, by name, and whether all could be read. */
async function checkReadBack(db: Database): Promise<DoctorFinding[]> {
  const [reading, gone] = [await newestReading(db), await goneRecords(db)];
  const findings: DoctorFinding[] = [];
  if (reading !== undefined) {
    const { problem, elsewhere } = reading;
    const weight = problem !== null || elsewhere > 0 ? mend : fine;
    findings.push(weight(safeText(readingWords(reading, readableTime))));
  }
  if (gone.first.length > 0) {
    const names = gone.first.map(({ id, name }) => safeText(goneWords.line(name, shortId(id))));
    const all = [...names, ...(gone.more ? [goneWords.more] : [])].join(', ');
    findings.push(blocks(`${goneWords.title}\u202f: ${all}. ${goneWords.told} ${goneWords.todo}`));
  }
  return findings;
}

/** Of the newest mails to the owner. */
const LOOKED_AT = 50;

/** Addresses of OWNER_EMAIL that the mail server refused while it took the same mail for others. */
async function checkOwners(db: Database, { mail }: Config): Promise<DoctorFinding[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['recipient', 'receipt'])
    .where(sql<boolean>`sent_at is not null and channel = 'mail'`)
    .orderBy('sent_at', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const newest = rows.find(({ recipient }) => recipient === 'owner')?.receipt ?? '';
  const [, refused = ''] = / \(refusé pour (.+)\)$/.exec(newest) ?? [];
  const still = mail.owners.filter((owner) => refused.split(', ').includes(owner));
  if (still.length === 0) return [];
  return [
    blocks(
      `Le serveur de messagerie refuse ${safeText(still.join(', '))}, qui est dans OWNER_EMAIL : qui la lit n’est prévenu de rien, les autres adresses le sont. Rien n’est perdu. ` +
        'Corrigez cette adresse dans OWNER_EMAIL ou ôtez-la, puis redémarrez le site.',
    ),
  ];
}
