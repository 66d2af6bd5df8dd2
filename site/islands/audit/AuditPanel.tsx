import type { FormEvent, Ref } from 'react';
import { auditLive } from '#content/pages/audit-live.ts';
import { Button } from '../../components/ui/Button.tsx';
import { TextField } from '../../components/ui/TextField.tsx';
import { AUDIT_ADDRESS, AUDIT_LEAD, attr } from '../../markup.ts';
import css from './Audit.module.css';
import { AuditPhone } from './AuditPhone.tsx';
import { AuditSteps } from './AuditSteps.tsx';
import type { AuditState } from './audit-state.ts';

interface Props {
  readonly state: AuditState;
  readonly ref?: Ref<HTMLDivElement>;
  /** The form is in use. */
  readonly onTouch?: () => void;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

/** The form, then in its place what is being looked at, beside a phone that shows the site once it was seen. */
export function AuditPanel({ state, ref, onTouch, onSubmit }: Props) {
  const { phase, wasSent, fault, problem, page, picture, view, isLost } = state;
  const isFollowing = phase === 'following';
  const isSending = phase === 'sending';
  const { form, live, waiting } = auditLive;
  const room = isFollowing ? css.following : wasSent ? css.kept : css.none;
  return (
    <div ref={ref} className={css.box}>
      <div className={`${css.panel} ${room}`}>
        <form
          className={css.form}
          method="post"
          action="/api/audits"
          noValidate
          hidden={isFollowing}
          aria-busy={isSending || undefined}
          onFocus={onTouch}
          onSubmit={onSubmit}
        >
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
          <Button type="submit" look="quiet" wide aria-disabled={isSending || undefined}>
            {isSending ? live.sending : form.submit}
          </Button>
          <p className="fault" role="alert">
            {problem}
          </p>
        </form>
        <p className={css.status} role="status" tabIndex={-1}>
          {isFollowing && <Status view={view} />}
        </p>
        <AuditPhone address={isFollowing ? picture : undefined} />
        <AuditSteps view={view ?? { state: 'waiting' }} />
        <div className={css.foot}>
          {view?.state === 'done' ? (
            <>
              <Button href={page ?? ''} wide>
                {live.open}
              </Button>
              <p>{live.stays}</p>
            </>
          ) : (
            <>
              <p>{isLost ? live.lost : live.leave}</p>
              <p>{waiting.byMail}</p>
              <a href={page}>{live.page}</a>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Status({ view }: Pick<AuditState, 'view'>) {
  const { waiting, live, inAbout } = auditLive;
  if (view?.state !== 'running' && view?.state !== 'done')
    return waiting.queued(view?.waitSeconds === undefined ? waiting.soon : inAbout(view.waitSeconds));
  return (
    <>
      {view.state === 'done' ? live.ready : live.looking} <span className={css.host}>{view.host}</span>
    </>
  );
}
