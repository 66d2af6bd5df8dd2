import type { Config } from '#server/config/config.ts';
import { blocks, type Finding, mend } from './finding.ts';

/** Findings about settings that are missing or unfit for going live. */
export function checkSettings(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (!config.airtable) {
    findings.push(
      blocks(
        'Airtable n’est pas configuré : les contacts sont gardés dans la base de données mais n’en sortent pas. ' +
          'Renseignez AIRTABLE_TOKEN et AIRTABLE_BASE_ID dans .env (voir .env.example).',
      ),
    );
  }
  if (config.mail.smtp === undefined) {
    findings.push(
      blocks(
        'Aucun serveur de messagerie n’est configuré : les e-mails s’empilent dans DATA_DIR/mail/new, et un maildir ne prévient personne. ' +
          'Renseignez SMTP_URL et MAIL_FROM dans .env (voir .env.example).',
      ),
    );
  }
  if (!config.ownerNamed) {
    findings.push(
      blocks(
        `OWNER_EMAIL manque : les contacts seraient annoncés à ${config.mail.owners.join(', ')}, qui n’est peut-être lu par personne. ` +
          'Donnez l’adresse que vous lisez toute la journée.',
      ),
    );
  }
  if (config.webhook !== undefined) {
    findings.push(
      mend(
        'WEBHOOK_URL transmet chaque contact à un autre outil : nommez-le, avec son pays, dans la politique de confidentialité ' +
          '(content/legal/privacy-recipients.ts). Cette ligne reste tant que WEBHOOK_URL est donné.',
      ),
    );
  }
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol !== 'https:' || hostname === 'localhost') {
    findings.push(
      mend(
        `PUBLIC_URL vaut ${config.publicUrl} : les liens, le plan du site et les redirections mèneraient là. Les contacts reçus sont gardés. ` +
          'Donnez l’adresse publique du site, en https.',
      ),
    );
  }
  return [
    ...findings,
    ...config.warnings.map(
      ({ text, delaysLeads }): Finding => ({ weight: delaysLeads ? 'blocks' : 'mend', text }),
    ),
  ];
}
