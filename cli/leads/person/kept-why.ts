import { agency } from '#content/business.ts';
import { postalAddress } from '#content/legal/identity-block.ts';
import { commissioner } from '#content/legal/law.ts';
import { backupsEnd, purposeRows, retentionRows } from '#content/legal/privacy-policy.ts';
import { recipientRows } from '#content/legal/privacy-recipients.ts';

/** What an answer to somebody who asks has to say beside the data (LPD art. 25, RGPD art. 15), as the legal texts have it. */
export const keptWhy = {
  controller: {
    name: agency.legalName,
    address: postalAddress(agency),
    representative: agency.representative,
    email: agency.email,
  },
  purposes: purposeRows(agency).map(([data, purpose]) => ({ data, purpose })),
  recipients: recipientRows(agency).map(([recipient, what, country, safeguard]) => ({
    recipient,
    what,
    country,
    safeguard,
  })),
  retention: retentionRows(agency).map(([data, duration, reason]) => ({ data, duration, reason })),
  backups: backupsEnd,
  rights:
    'Faire corriger ou effacer ces données, s’opposer à leur traitement (art. 30 et 32 LPD), les recevoir ou les faire transmettre (art. 28 LPD).',
  authority: `${commissioner.name}, ${commissioner.address}`,
} as const;
