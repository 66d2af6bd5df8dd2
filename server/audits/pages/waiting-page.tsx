import { STEP_LABELS } from '#content/audit-steps.ts';
import { audit } from '#content/pages/audit.ts';
import type { AuditView } from '#domain/audit.ts';
import { type StepState, stepStates } from '#domain/audit-progress.ts';
import { AuditPhone } from '#site/islands/audit/AuditPhone.tsx';
import type { OwnPage } from '../../http/pages/template.ts';

const words = audit.waiting;
const MARKS: Readonly<Record<StepState, { readonly text: string; readonly path: string }>> = {
  done: { text: words.doneStep, path: 'M2.5 8.5l3.5 3.5 7.5-8' },
  now: { text: words.nowStep, path: 'M3 3h10v10H3z' },
  next: { text: '', path: '' },
  'left-out': { text: words.leftOutStep, path: 'M3 8h10' },
};

/** An audit that waits or runs: what is being looked at, and the phone's picture as soon as it is there. */
export function waitingPage(view: AuditView, token: string): OwnPage {
  const { state, host, waitSeconds, pictures = [] } = view;
  const phone = pictures.find((file) => file.startsWith('phone.'));
  const when = waitSeconds === undefined ? words.soon : audit.inAbout(waitSeconds);
  return {
    title: words.title,
    main: (
      <>
        <h1>{words.title}</h1>
        <p className="state" role="status">
          {state === 'running' ? words.running : words.queued(when)}
        </p>
        <p className="site">{host}</p>
        <div className="columns waiting">
          <section>
            <ol className="audit-steps" aria-label={words.steps}>
              {stepStates(view).map((one) => (
                <Step key={one.step} {...one} />
              ))}
            </ol>
            <p className="quiet">
              {words.stay} {words.byMail}
            </p>
          </section>
          <AuditPhone className="frame" address={phone && `/audit/${token}/${phone}`} />
        </div>
      </>
    ),
  };
}

function Step({ step, progress }: ReturnType<typeof stepStates>[number]) {
  const { text, path } = MARKS[progress];
  return (
    <li className={progress} aria-current={progress === 'now' ? 'step' : undefined}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
      {STEP_LABELS[step]}
      {text && <span className="visually-hidden"> ({text})</span>}
    </li>
  );
}
