import type { Safeguard } from '../identity.ts';
import { type Link, link } from './document.ts';

/** A company that receives data, as it names itself. */
export interface Provider {
  readonly name: string;
  readonly company: string;
  readonly country: string;
  readonly policy: Link;
}

const policy = (name: string, href: string) => link(`règles de ${name}`, href);

/** Country names are those of the companies' own terms for customers in Switzerland. */
export const providers = {
  airtable: {
    name: 'Airtable',
    company: 'Formagrid, Inc.',
    country: 'États-Unis',
    policy: link('règles d’Airtable', 'https://www.airtable.com/company/privacy'),
  },
  calendly: {
    name: 'Calendly',
    company: 'Calendly, LLC',
    country: 'États-Unis',
    policy: policy('Calendly', 'https://calendly.com/legal/privacy-notice'),
  },
  cal: {
    name: 'Cal.com',
    company: 'Cal.com, Inc.',
    country: 'États-Unis',
    policy: policy('Cal.com', 'https://cal.com/privacy'),
  },
  WhatsApp: {
    name: 'WhatsApp',
    company: 'groupe Meta',
    country: 'Irlande et États-Unis',
    policy: policy('WhatsApp', 'https://www.whatsapp.com/legal/privacy-policy'),
  },
  youtube: {
    name: 'YouTube',
    company: 'groupe Google',
    country: 'Irlande et États-Unis',
    policy: policy('Google', 'https://policies.google.com/privacy'),
  },
  maps: {
    name: 'Google Maps',
    company: 'groupe Google',
    country: 'Irlande et États-Unis',
    policy: policy('Google', 'https://policies.google.com/privacy'),
  },
} as const satisfies Record<string, Provider>;

/** What a table says of the guarantee under which data leave for the United States. */
export const safeguardWords: Record<Safeguard, string> = {
  framework: 'Certification Swiss–US Data Privacy Framework (art.\u00a016, al.\u00a01,\u00a0LPD)',
  clauses: 'Clauses types reconnues par le PFPDT (art.\u00a016, al.\u00a02, let.\u00a0d,\u00a0LPD)',
};
