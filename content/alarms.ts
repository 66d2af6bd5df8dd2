/** What the owner reads of an alarm. */
interface AlarmWords {
  /** The mail when it is raised. */
  readonly subject: string;
  readonly text: (since: string) => string;
  readonly todo: string;
  /** The subject of the mail when it has ended. */
  readonly over: string;
  /** The line in the log when it is raised. */
  readonly log: string;
}

/**
 * Every alarm, by its name in the database, metrics, webhook and `deploy/prometheus/alerts.yml`. When it is raised is
 * said in server/messages/alarm-kinds.ts.
 */
export const alarms = {
  'delivery-late': {
    subject: 'Alerte\u202f: des contacts n’arrivent plus dans Airtable',
    text: (since) =>
      `Depuis le ${since}, des contacts attendent plus de 10\u00a0minutes avant d’y arriver. Aucun n’est perdu\u202f: l’envoi de chacun est tenté à nouveau, et vous êtes prévenu de chacun comme d’habitude.`,
    todo: 'Sur le serveur, npm run doctor dit ce qui bloque\u202f; ./oui list --state refusé montre ce qu’Airtable reproche.',
    over: 'Fin d’alerte\u202f: les contacts arrivent de nouveau dans Airtable',
    log: 'Alerte : des contacts attendent depuis plus de 10 minutes leur livraison à Airtable. Rien n’est perdu. npm run doctor dit ce qui bloque.',
  },
  'fallback-strategy': {
    subject: 'Alerte\u202f: Airtable n’accepte plus les contacts comme prévu',
    text: (since) =>
      `Depuis le ${since}, la première façon d’écrire une fiche est refusée et une autre prend le relais. Les contacts arrivent, peut-être avec moins de champs.`,
    todo: 'Un champ a sans doute été renommé ou supprimé dans Airtable. ./oui show <référence> d’un contact récent dit ce qui a été refusé.',
    over: 'Fin d’alerte\u202f: Airtable accepte de nouveau les contacts comme prévu',
    log: 'Alerte : Airtable refuse la première façon d’écrire une fiche, une autre prend le relais. Les contacts arrivent. ./oui show d’un contact récent dit ce qui a été refusé.',
  },
  'mail-down': {
    subject: 'Alerte\u202f: aucun e-mail n’est plus accepté',
    text: (since) =>
      `Depuis le ${since}, des e-mails sont à envoyer et le serveur de messagerie n’en a accepté aucun. Ils attendent dans la base de données.`,
    todo: 'Sur le serveur, npm run doctor en dit la raison. Vérifiez SMTP_URL, MAIL_FROM et OWNER_EMAIL.',
    over: 'Fin d’alerte\u202f: les e-mails sont de nouveau acceptés',
    log: 'Alerte : aucun e-mail n’est accepté depuis une heure alors que des e-mails sont à envoyer. Rien n’est perdu. Vérifiez SMTP_URL, MAIL_FROM et OWNER_EMAIL avec npm run doctor.',
  },
  'mail-refused': {
    subject: 'Alerte\u202f: votre compte de messagerie est limité ou bloqué',
    text: (since) =>
      `Depuis le ${since}, le serveur de messagerie refuse des e-mails pour une raison qui tient à vous, et non à leurs destinataires\u202f: un quota, une suspension, une mauvaise réputation. Ils attendent et repartiront seuls. Les visiteurs, eux, ne reçoivent ni confirmation, ni invitation.`,
    todo: 'La réponse du serveur dit laquelle\u202f: demandez à votre hébergeur de messagerie de lever le blocage, ou attendez la fin du quota. npm run doctor -- --mail essaie à nouveau.',
    over: 'Fin d’alerte\u202f: votre compte de messagerie n’est plus limité',
    log: 'Alerte : le serveur de messagerie refuse des e-mails à cause de l’expéditeur (quota, suspension, réputation). Ils attendent, rien n’est perdu. Demandez à l’hébergeur de messagerie de lever le blocage ; npm run doctor en dit la raison.',
  },
  'offsite-copy': {
    subject: 'Alerte\u202f: la base n’est plus copiée hors de la machine',
    text: (since) =>
      `Le ${since}, il n’y avait pas de copie sûre de la base hors de la machine\u202f: la dernière a plus de 26\u00a0heures, ou l’essai de restauration a échoué ou n’a plus lieu. La base est intacte\u202f; si la machine était détruite, les contacts reçus depuis cette copie ne seraient plus que dans Airtable et dans vos e-mails.`,
    todo: 'Sur le serveur, journalctl -u oui-48-backup -u oui-48-offsite -u oui-48-rehearsal dit ce qui bloque\u202f; systemctl start oui-48-backup oui-48-offsite oui-48-rehearsal recommence.',
    over: 'Fin d’alerte\u202f: la base est de nouveau copiée hors de la machine',
    log: 'Alerte : pas de copie sûre de la base hors de la machine depuis plus de 26 heures, ou son essai de restauration a échoué. La base est intacte. journalctl -u oui-48-backup -u oui-48-offsite -u oui-48-rehearsal dit ce qui bloque.',
  },
  'erasure-refused': {
    subject: 'Alerte\u202f: Airtable refuse de supprimer une fiche',
    text: (since) =>
      `Depuis le ${since}, Airtable refuse de supprimer la fiche d’une personne que vous avez effacée, ou dont la durée de conservation est passée. Elle est effacée ici\u202f; la suppression de sa fiche reste due et sera réessayée.`,
    todo: 'Le jeton doit avoir les droits data.records:write et data.records:read, et son compte pouvoir modifier la base\u202f: corrigez-les sur airtable.com/create/tokens. ./oui desk, page Effacements, dit quelles fiches attendent.',
    over: 'Fin d’alerte\u202f: plus aucune suppression n’est refusée par Airtable',
    log: 'Alerte : Airtable refuse de supprimer la fiche d’une personne effacée. La suppression reste due. Vérifiez les droits du jeton, npm run doctor en dit la raison.',
  },
  'database-lost': {
    subject: 'Alerte\u202f: la base de données n’est plus là où le serveur l’a ouverte',
    text: (since) =>
      `Depuis le ${since}, les fichiers de la base sont supprimés, remplacés ou coupés, alors que le serveur tourne. Plus aucune demande n’est confirmée\u202f: les visiteurs la gardent dans leur navigateur, qui la renvoie.`,
    todo: 'Arrêtez d’abord le serveur\u202f: systemctl stop oui-48. Puis docs/runbook.md, «\u00a0La base n’est plus là\u00a0».',
    over: 'Fin d’alerte\u202f: la base de données est de nouveau à sa place',
    log: 'Alerte : les fichiers de la base de données ont été supprimés, remplacés ou coupés. Plus aucune demande n’est confirmée. Arrêtez d’abord le serveur, puis docs/runbook.md, « La base n’est plus là ».',
  },
} as const satisfies Record<string, AlarmWords>;

export type AlarmName = keyof typeof alarms;

export const ALARM_NAMES = Object.keys(alarms) as AlarmName[];

/** What the mails about all alarms share. */
export const alarmMails = {
  cause: (words: string) => `La cause, telle qu’elle nous est indiquée\u202f: ${words}`,
  lasted: (from: string, to: string, duration: string) =>
    `L’alerte a duré du ${from} au ${to} (${duration}). Rien n’a été perdu.`,
} as const;
