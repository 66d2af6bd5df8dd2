import { AUDIT_SECTION, AUDIT_TITLE } from '#domain/audit.ts';
import { Audit } from '../../islands/audit/Audit.island.tsx';
import { Island } from '../../islands/Island.tsx';
import { AUDIT_TOLD, attr } from '../../markup.ts';
import css from './AskAudit.module.css';

/** Asks for the express audit, and shows it as it happens. A server without audits leaves it out of the page. */
export function AskAudit() {
  return (
    <section id={AUDIT_SECTION} className={css.section} aria-labelledby={AUDIT_TITLE}>
      <noscript {...attr(AUDIT_TOLD)} />
      <Island name="Audit" of={Audit} props={{}} />
    </section>
  );
}
