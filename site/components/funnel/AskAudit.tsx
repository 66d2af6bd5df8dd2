import { audit } from '#content/pages/audit.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { AUDIT_ADDRESS, AUDIT_LEAD, mark } from '../../markup.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import css from './AskAudit.module.css';

const words = audit.form;

/** Asks for the express audit: a plain form that leads to the report's page. A server without audits leaves it out. */
export function AskAudit() {
  return (
    <section id={AUDIT_SECTION} className={css.section} aria-labelledby="audit-title">
      <div className={css.words}>
        <h2 id="audit-title">{words.title}</h2>
        <p className={css.text}>{words.text}</p>
      </div>
      <form className={css.form} method="post" action="/api/audits">
        <TextField
          id="audit-url"
          name="url"
          label={words.label}
          hint={words.hint}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...mark(AUDIT_ADDRESS)}
        />
        <input type="hidden" name="lead" {...mark(AUDIT_LEAD)} />
        <Button type="submit" look="quiet" wide>
          {words.submit}
        </Button>
      </form>
    </section>
  );
}
