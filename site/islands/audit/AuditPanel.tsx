import type { FormEvent, Ref } from 'react';
import { auditLive } from '#content/pages/audit-live.ts';
import { AUDIT_TITLE } from '#domain/audit.ts';
import '../../styles/audit-live.css';
import { AuditForm } from './AuditForm.tsx';
import { AuditLive } from './AuditLive.tsx';
import type { AuditPanelState } from './audit-state.ts';

interface Props {
  readonly state: AuditPanelState;
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
  const { form, live } = auditLive;
  return (
    <div ref={ref} className={`audit-box ${isLive ? 'is-live' : 'is-form'}`}>
      <h2 id={AUDIT_TITLE}>{form.title}</h2>
      {isLive && (
        <button type="button" className="audit-not-mine" onClick={onNotMine}>
          {live.notMine}
        </button>
      )}
      <AuditForm
        fault={fault}
        problem={problem}
        text={problem === undefined ? form.text : undefined}
        by={by}
        isSending={phase === 'sending'}
        onTouch={onTouch}
        onSubmit={onSubmit}
      />
      <AuditLive state={state} />
    </div>
  );
}
