import type { FormEvent, Ref } from 'react';
import { auditLive } from '#content/pages/audit-live.ts';
import { AUDIT_TITLE } from '#domain/audit.ts';
import { Button } from '../../components/ui/Button.tsx';
import { TextField } from '../../components/ui/TextField.tsx';
import { AUDIT_ADDRESS, AUDIT_LEAD, AUDIT_WHY, attr } from '../../markup.ts';
import '../../styles/audit-live.css';
import { AuditLive } from './AuditLive.tsx';
import type { AuditState } from './audit-state.ts';

interface Props {
  readonly state: AuditState;
  readonly ref?: Ref<HTMLDivElement>;
  /** The form is in use. */
  readonly onTouch?: () => void;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** The visitor says that the site is not theirs. */
  readonly onNotMine?: () => void;
}

/** The form and, in the same room, what is being looked at: whichever is shown, nothing moves. */
export function AuditPanel({ state, ref, onTouch, onSubmit, onNotMine }: Props) {
  const { phase, fault, problem, by } = state;
  const isLive = phase === 'following' || phase === 'expecting';
  const isSending = phase === 'sending';
  const { form, live } = auditLive;
  return (
    <div ref={ref} className={`audit-box ${isLive ? 'is-live' : 'is-form'}`}>
      <h2 id={AUDIT_TITLE}>{form.title}</h2>
      {isLive && (
        <button type="button" className="audit-not-mine" onClick={onNotMine}>
          {live.notMine}
        </button>
      )}
      <form
        className="audit-form"
        method="post"
        action="/api/audits"
        noValidate
        aria-busy={isSending || undefined}
        onFocus={onTouch}
        onSubmit={onSubmit}
      >
        <noscript {...attr(AUDIT_WHY)} />
        <p role="alert" className={problem === undefined ? undefined : 'audit-problem'}>
          {problem}
        </p>
        {problem === undefined && <p>{form.text}</p>}
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
          {...attr(AUDIT_ADDRESS)}
        />
        <input type="hidden" name="lead" {...attr(AUDIT_LEAD)} />
        <Button type="submit" wide aria-disabled={isSending || undefined}>
          {isSending ? live.sending : form.submit}
        </Button>
        <p className="hint">{by !== undefined && form.by(by)}</p>
      </form>
      <AuditLive state={state} />
    </div>
  );
}
