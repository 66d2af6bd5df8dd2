import { sql } from 'kysely';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/store/database.ts';
import { safeText } from '../leads/print.ts';
import { blocks, type Finding } from './finding.ts';

/** Asks the mail server for a connection and a login. @returns why it gives none; undefined: it does */
export type MailKnock = (mail: Config['mail']) => Promise<string | undefined>;

/** Whether the mail server takes connections and the login; nothing is sent. */
export async function checkMailServer({ mail }: Config, knock: MailKnock): Promise<Finding[]> {
  const reason = mail.smtp === undefined ? undefined : await knock(mail);
  if (reason === undefined) return [];
  return [
    blocks(
      `Le serveur de messagerie ${mail.smtp?.host} n’accepte pas la connexion (${safeText(reason)}) : personne n’est prévenu de rien. Les e-mails dus attendent dans la base. ` +
        'Vérifiez SMTP_URL (adresse, port, mot de passe) et que ce serveur marche, puis npm run doctor -- --mail.',
    ),
  ];
}

/** Of the newest mails to the owner. */
const LOOKED_AT = 50;

/** Addresses of OWNER_EMAIL that the mail server refused while it took the same mail for others. */
export async function checkOwners(db: Database, { mail }: Config): Promise<Finding[]> {
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
