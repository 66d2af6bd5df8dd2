import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import type { Config } from '#server/config/config.ts';
import { StartRefused } from '#server/config/start-refused.ts';
import { owedErasures } from '#server/leads/erasure/receipt.ts';
import type { StateCounts } from '#server/leads/operator/operator-reader.ts';
import { outboxState } from '#server/outbox/outbox-state.ts';
import { pausedWords } from '#server/outbox/paused-words.ts';
import { lastFlood } from '#server/store/conditions.ts';
import type { Database } from '#server/store/database.ts';
import { CommandFailed } from '../command-errors.ts';
import { openStore } from '../leads/operator-store.ts';
import { counted, countsLine, readableDuration, readableTime, safeText } from '../leads/print.ts';
import { checkBackups } from './backups.ts';
import { blocks, type Finding, fine, mend } from './finding.ts';
import { checkOwners } from './mail-server.ts';
import { checkMessages } from './messages.ts';
import { checkReadBack } from './read-back.ts';

const DAY_MS = 24 * 60 * 60_000;
const MOST_COUNTED = 1_000;

/** Findings about the stored leads; none before the first start, which makes the database. Never throws. */
export async function checkLeads(config: Config, open = openStore): Promise<Finding[]> {
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
    const told = error instanceof StartRefused;
    const reason = error instanceof Error ? error.message : String(error);
    const text = told
      ? reason
      : `La base de données ne répond pas comme prévu (${reason}). Ce qui y est enregistré est intact. Relancez npm run doctor ; si cela revient, relancez npm start.`;
    return [blocks(text)];
  }
}

async function checkDelivery(db: Database): Promise<Finding[]> {
  const { stalled, dueForMs, pausedSince } = await outboxState(db, Date.now());
  if (pausedSince !== null) return [blocks(pausedWords(pausedSince))];
  if (!stalled) return [];
  const text =
    `Des contacts devaient partir depuis ${readableDuration(dueForMs)} et aucun n’est parti ces 10 dernières minutes. Rien n’est perdu. ` +
    'Vérifiez que le site tourne (npm start), puis son journal\u202f; s’il tourne, redémarrez-le.';
  return [blocks(text)];
}

/** A finding about a flood of the last day, after which held leads may have to be released or erased. */
async function checkFlood(db: Database): Promise<Finding[]> {
  const flood = await lastFlood(db);
  if (flood === undefined || flood.seenAt < Date.now() - DAY_MS) return [];
  const text =
    `Afflux de demandes sans preuve de travail depuis le ${readableTime(flood.since)}, vu pour la dernière fois le ${readableTime(flood.seenAt)}. Elles sont enregistrées et retenues, les autres partent. ` +
    './oui list --held les montre ; erase --held --since les efface, release --held les laisse partir. Cette ligne disparaît un jour après la fin.';
  return [mend(text)];
}

/** A finding about calls that wait for the owner's word. */
async function checkHeldCalls(db: Database): Promise<Finding[]> {
  const held = await bookingReader(db).held(Date.now(), MOST_COUNTED);
  if (held.length === 0) return [];
  const text =
    `${counted(held.length, 'rendez-vous attend', 'rendez-vous attendent')} votre accord après un afflux de réservations. Ils sont enregistrés, leur heure reste libre. ` +
    './oui release-calls les montre et les confirme, cancel-calls --since les annule.';
  return [mend(text)];
}

/** A finding about records of erased people that the provider still has. */
async function checkErasures(db: Database): Promise<Finding[]> {
  const owed = await owedErasures(db);
  if (owed.count === 0) return [];
  const text =
    `${counted(owed.count, 'fiche', 'fiches')} de personnes effacées ${owed.count > 1 ? 'restent' : 'reste'} à supprimer d’Airtable depuis le ${readableTime(owed.since)}` +
    `${owed.because === null ? '' : ` (${safeText(owed.because)})`}. Cela se fait tout seul pendant que le site tourne. ` +
    'Si cela dure\u202f: le jeton a-t-il les droits data.records:write et data.records:read, et son compte celui de modifier la base\u202f?';
  return [mend(text)];
}

function findingsIn(counts: StateCounts): Finding[] {
  const { refused, held } = counts;
  const findings: Finding[] = [fine(`La base de données répond : ${countsLine(counts)}`)];
  if (refused > 0) {
    findings.push(
      blocks(
        `${counted(refused, 'contact a été refusé', 'contacts ont été refusés')} par Airtable quelle que soit la stratégie. Rien n’est perdu, chacun est réessayé de loin en loin. ` +
          './oui list --state refusé les montre ; corrigez ce qu’Airtable reproche, puis ./oui retry --refused.',
      ),
    );
  }
  if (held > 0) {
    findings.push(
      blocks(
        `${counted(held, 'contact est retenu', 'contacts sont retenus')} parce que douteux, et ne ${held > 1 ? 'partiront' : 'partira'} pas sans vous. ` +
          './oui list --held les montre ; ./oui release laisse partir, erase efface\u202f; par lots\u202f: release --held, erase --held --before AAAA-MM-JJ.',
      ),
    );
  }
  return findings;
}
