import { auditLive } from '#content/pages/audit-live.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { Audit } from '../../islands/audit/Audit.island.tsx';
import { Island } from '../../islands/Island.tsx';
import css from './AskAudit.module.css';

const words = auditLive.form;

/** Asks for the express audit, and shows it as it happens. A server without audits leaves it out of the page. */
export function AskAudit() {
  return (
    <section id={AUDIT_SECTION} className={css.section} aria-labelledby="audit-title">
      <h2 id="audit-title">{words.title}</h2>
      <p className={css.text}>{words.text}</p>
      <Island name="Audit" of={Audit} props={{}} />
    </section>
  );
}
