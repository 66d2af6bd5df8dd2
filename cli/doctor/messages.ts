import type { Config } from '#server/config/config.ts';
import { mailSummary } from '#server/messages/summary.ts';
import { webhookStop } from '#server/messages/webhook/send-webhooks.ts';
import type { Database } from '#server/store/database.ts';
import { safeText } from '../leads/print/safe-text.ts';
import { readableTime } from '../leads/print/when.ts';
import { counted } from '../leads/print/words.ts';
import type { Finding } from './finding.ts';

/** What the database says of the mails and webhooks that are owed. */
export async function checkMessages(db: Database, { webhook }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { stuck, stuckSince, reason } = await mailSummary(db);
  if (stuckSince !== undefined) {
    findings.push({
      weight: 'blocks',
      text:
        `${counted(stuck, 'e-mail n’est pas accepté', 'e-mails ne sont pas acceptés')} par le serveur de messagerie, le premier depuis le ${readableTime(stuckSince)} (${safeText(reason ?? '')}). ` +
        'Rien n’est perdu, chacun est réessayé. Vérifiez SMTP_URL, MAIL_FROM et OWNER_EMAIL.',
    });
  }
  const stop = webhook === undefined ? undefined : await webhookStop(db, webhook);
  if (stop !== undefined) {
    findings.push({
      weight: 'mend',
      text:
        `Votre outil a arrêté les webhooks le ${readableTime(stop.stopped_at)} (${stop.reason}). Contacts et e-mails continuent. ` +
        'Donnez une autre adresse dans WEBHOOK_URL, ou un autre WEBHOOK_SECRET ; ou ôtez les deux.',
    });
  }
  return findings;
}
