import type { Environment, SettingName } from './env.ts';
import type { Warning } from './warning.ts';

/** Settings of which one is no use without the other, and what happens until it is there. */
const PAIRS: readonly (readonly [SettingName, SettingName, string])[] = [
  [
    'AIRTABLE_TOKEN',
    'AIRTABLE_BASE_ID',
    'les contacts attendent dans la base de données, rien ne se perd. Ajoutez-le et relancez pour les envoyer.',
  ],
  [
    'SMTP_URL',
    'MAIL_FROM',
    'les e-mails restent dans DATA_DIR/mail/new et ne préviennent personne. Ajoutez-le et relancez.',
  ],
  ['WEBHOOK_URL', 'WEBHOOK_SECRET', 'aucun webhook ne part. Ajoutez-le et relancez.'],
];

/** One warning for each setting that stands without the other that it needs. */
export function pairWarnings(env: Environment): Warning[] {
  return PAIRS.flatMap(([one, other, consequence]) => {
    if (Boolean(env[one]) === Boolean(env[other])) return [];
    const [given, missing] = env[one] ? [one, other] : [other, one];
    return [
      { text: `${given} est donné sans ${missing} : ${consequence}`, delaysLeads: one === 'AIRTABLE_TOKEN' },
    ];
  });
}
