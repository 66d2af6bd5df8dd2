import { sql } from 'kysely';
import { alarms } from '#content/alarms.ts';
import type { Config } from '#server/config/config.ts';
import { standingAlarms } from '#server/messages/alarms.ts';
import { mailSummary } from '#server/messages/summary.ts';
import { webhookStop } from '#server/messages/webhook/send-webhooks.ts';
import type { Database } from '#server/store/database.ts';
import { safeText } from '../leads/print/safe-text.ts';
import { readableTime } from '../leads/print/when.ts';
import { counted } from '../leads/print/words.ts';
import { blocks, type Finding, mend } from './finding.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

/** Findings about mails, webhooks and statuses that could not be sent. */
export async function checkMessages(db: Database, { webhook }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { stuck, atLeast, stuckSince, reason } = await mailSummary(db);
  if (stuckSince !== undefined) {
    findings.push(
      blocks(
        `${atLeast ? 'Au moins ' : ''}${counted(stuck, 'e-mail n’est pas accepté', 'e-mails ne sont pas acceptés')} par le serveur de messagerie, le premier depuis le ${readableTime(stuckSince)} (${safeText(reason ?? '')}). ` +
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

/** A finding about statuses that Airtable refused in the last month, with its reason. */
async function checkStatuses(db: Database): Promise<Finding[]> {
  const rows = await db
    .selectFrom('messages')
    .select('last_error')
    .where(sql<boolean>`state = 'failed' and channel = 'provider'`)
    .where('created_at', '>', Date.now() - MONTH_MS)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  const [newest] = rows;
  if (newest === undefined) return [];
  const text =
    `${counted(rows.length, 'statut n’a pas pu être écrit', 'statuts n’ont pas pu être écrits')} dans Airtable ces 30 derniers jours (${safeText(newest.last_error ?? '')}). ` +
    'Les statuts restent justes ici (./oui show). Donnez au champ Status les options Cold, Warm et Hot.';
  return [mend(text)];
}
