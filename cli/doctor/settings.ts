import type { Config } from '#server/config/config.ts';
import type { Finding } from './finding.ts';

/** What the settings still lack, in words for the operator. */
export function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (!config.airtable) {
    findings.push({
      weight: 'blocks',
      text:
        'Airtable n’est pas configuré : les contacts sont gardés dans la base de données mais n’en sortent pas. ' +
        'Renseignez AIRTABLE_TOKEN et AIRTABLE_BASE_ID dans .env (voir .env.example).',
    });
  }
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol !== 'https:' || hostname === 'localhost') {
    findings.push({
      weight: 'mend',
      text:
        `PUBLIC_URL vaut ${config.publicUrl} : les liens, le plan du site et les redirections mèneraient là. Les contacts reçus sont gardés. ` +
        'Donnez l’adresse publique du site, en https.',
    });
  }
  return [
    ...findings,
    ...config.warnings.map(
      ({ text, delaysLeads }): Finding => ({ weight: delaysLeads ? 'blocks' : 'mend', text }),
    ),
  ];
}
