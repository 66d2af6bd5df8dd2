import type { AgencyIdentity, Identity } from '../identity.ts';
import { catererDataPolicy } from './caterer-data-policy.ts';
import { commitments } from './commitments.ts';
import { dataProtection } from './data-protection.ts';
import type { LegalDocument } from './document.ts';
import { earningsDisclaimer } from './earnings-disclaimer.ts';
import { agencyLegalNotice, catererLegalNotice } from './legal-notice.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { termsConditions } from './terms-conditions.ts';

/** The agency's documents, in the order its footer lists them; the legal notice comes last. */
export const agencyDocuments = (who: AgencyIdentity): readonly LegalDocument[] => [
  privacyPolicy(who),
  termsConditions(who),
  earningsDisclaimer(who),
  dataProtection(who),
  agencyLegalNotice(who),
];

/** The caterer's documents, in the order its footer lists them. */
export const catererDocuments = (who: Identity): readonly LegalDocument[] => [
  commitments(who),
  catererLegalNotice(who),
  catererDataPolicy(who),
];
