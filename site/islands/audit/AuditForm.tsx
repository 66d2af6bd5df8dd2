import type { FormEvent } from 'react';
import { auditLive } from '#content/pages/audit-live.ts';
import { Button } from '../../components/ui/Button.tsx';
import { TextField } from '../../components/ui/TextField.tsx';
import { AUDIT_ADDRESS, AUDIT_LEAD, AUDIT_WHY, attr } from '../../markup.ts';

interface Props {
  /** What is wrong with the address. */
  readonly fault?: string | undefined;
  /** Why there is no audit, above the field. */
  readonly problem?: string | undefined;
  /** What the audit is, above the field; not where the page has said it. */
  readonly text?: string | undefined;
  /** Until when the lead's audit is promised, in words. */
  readonly by?: string | undefined;
  readonly isSending?: boolean;
  /** What was typed, and the signed reference to the lead: kept to be sent again. */
  readonly typed?: { readonly url: string; readonly lead: string };
  /** The form is in use. */
  readonly onTouch?: (() => void) | undefined;
  readonly onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
}

const { form, live } = auditLive;

/** Asks for the express audit of a site; without JavaScript it leads to the report's page. */
export function AuditForm({ fault, problem, text, by, isSending = false, typed, onTouch, onSubmit }: Props) {
  return (
    <form
      className="audit-form"
      method="post"
      action="/api/audits"
      // On a page of the server's nothing but the browser checks it.
      noValidate={typed === undefined}
      aria-busy={isSending || undefined}
      onFocus={onTouch}
      onSubmit={onSubmit}
    >
      <p role="alert" className={problem === undefined ? undefined : 'audit-problem'}>
        {problem}
      </p>
      {text !== undefined && <p>{text}</p>}
      {typed === undefined && <noscript {...attr(AUDIT_WHY)} />}
      <TextField
        id="audit-url"
        name="url"
        label={form.label}
        hint={form.hint}
        fault={fault}
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...(typed && { defaultValue: typed.url })}
        {...attr(AUDIT_ADDRESS)}
      />
      <input type="hidden" name="lead" {...(typed && { defaultValue: typed.lead })} {...attr(AUDIT_LEAD)} />
      <Button type="submit" wide aria-disabled={isSending || undefined}>
        {isSending ? live.sending : form.submit}
      </Button>
      <p className="hint">{by !== undefined && form.by(by)}</p>
    </form>
  );
}
