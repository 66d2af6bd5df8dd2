import { sql } from 'kysely';
import { alarms } from '#content/alarms.ts';
import type { Config } from '#server/config/config.ts';
import { standingAlarms } from '#server/messages/alarms.ts';
import { mailSummary } from '#server/messages/summary.ts';
import { webhookStop } from '#server/messages/webhook/send-webhooks.ts';
import type { Database } from '#server/store/database.ts';
import { counted, readableTime, safeText } from '../leads/print.ts';
import { blocks, type Finding, mend } from './finding.ts';

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

/** Refused by the provider: words that begin with a status, as `deliverRecord` keeps them. */
const REFUSED = sql<boolean>`last_error like ${'4__\u202f: %'}`;

/** A finding about what Airtable refuses to write into records that are there, with the true cause. */
async function checkStatuses(db: Database): Promise<Finding[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['last_error', 'lead_id'])
    .where(sql<boolean>`state = 'waiting' and channel = 'provider'`)
    .where(REFUSED)
    .orderBy('created_at', 'desc')
    .limit(MOST_COUNTED)
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
    `${rows.length === MOST_COUNTED ? 'Au moins ' : ''}${counted(count, 'fiche garde', 'fiches gardent')} un ancien statut ou une ancienne adresse dans Airtable, qui refuse (${safeText(reason)}). ` +
    `Tout est juste ici (./oui show), et chacune est réessayée. ${advice} Puis ./oui retry --all.`;
  return [mend(text)];
}

const MOST_COUNTED = 1_000;
