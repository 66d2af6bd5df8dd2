import type { ReactNode } from 'react';
import { STEP_LABELS } from '#content/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { type CheckOutcome, MOST_FINDINGS, type StepState, stepStates } from '#domain/audit.ts';
import { BOOKING_SECTION } from '#domain/booking.ts';
import { Button } from '../../components/ui/Button.tsx';
import { AuditPhone } from './AuditPhone.tsx';
import type { AuditPanelState } from './audit-state.ts';

const { live, waiting } = auditLive;

interface Props {
  readonly state: AuditPanelState;
  /** In the place of the findings while there are none, where nothing moves on the page. */
  readonly first?: ReactNode;
}

/** An audit as it happens: whose site, how far it is, what was seen, and where it leads to. */
export function AuditLive({ state, first }: Props) {
  const { phase, page, picture, view, isLost, by, site, isWaiting } = state;
  const isDone = view?.state === 'done';
  const host = view?.host ?? site;
  const isKept = phase === 'expecting' && isWaiting;
  const isNamed = isDone || view?.state === 'running' || (phase === 'expecting' && !isWaiting);
  return (
    <div className="audit-live">
      <p className="audit-host" aria-hidden="true">
        {host}
      </p>
      <AuditSteps view={view ?? { state: 'waiting' }} />
      {/* While it runs, the step under way is what is seen. */}
      <p
        className={`audit-said ${view?.state === 'running' && (view.step || !first) ? 'visually-hidden' : ''} ${isKept ? 'is-long' : ''}`}
        role="status"
        tabIndex={-1}
      >
        {phase !== 'idle' && saidOf(state)}
        {isNamed && <span className="visually-hidden"> {host}</span>}
      </p>
      <AuditPhone address={phase === 'following' ? picture : undefined} />
      {first && !view?.findings?.length ? (
        first
      ) : (
        <ul className="audit-findings" aria-label={live.findings} aria-live="polite">
          {findings(view?.findings)}
        </ul>
      )}
      <div className="audit-foot">
        {isDone ? (
          <>
            <Button href={page ?? ''} look="quiet" wide>
              {live.open}
            </Button>
            <Button href={`#${BOOKING_SECTION}`} wide>
              {live.talk}
            </Button>
          </>
        ) : (
          <>
            {(isLost || (by === undefined && !isWaiting)) && <p>{isLost ? live.lost : live.leave}</p>}
            {by !== undefined && <p>{live.by(by)}</p>}
            {page !== undefined && !isLost && <a href={page}>{live.page}</a>}
          </>
        )}
      </div>
    </div>
  );
}

function saidOf({ phase, view, isWaiting }: AuditPanelState): string {
  if (phase === 'expecting') return isWaiting ? live.kept : live.opening;
  if (view?.state === 'done') return live.ready;
  if (view?.state === 'running') return live.looking;
  const { waiting, inAbout } = auditLive;
  return waiting.queued(view?.waitSeconds === undefined ? waiting.soon : inAbout(view.waitSeconds));
}

/** Their places are there from the beginning; another finding takes the place of one without moving the others. */
function findings(seen: NonNullable<AuditPanelState['view']>['findings'] = []) {
  return Array.from({ length: MOST_FINDINGS }, (_, index) => {
    const found = seen[index];
    return found === undefined ? (
      <li key={index} className="empty" aria-hidden="true" />
    ) : (
      <li key={index} className={found.outcome}>
        <Sign key={found.id} outcome={found.outcome} />
        <span key={found.sentence}>{found.sentence}</span>
      </li>
    );
  });
}

const PATHS: Partial<Record<CheckOutcome, string>> = {
  ok: 'M2.5 8.5l3.5 3.5 7.5-8',
  failed: 'M3 3l10 10M13 3L3 13',
  review: 'M8 2.5v7M8 12v1.5',
};

function Sign({ outcome }: { readonly outcome: CheckOutcome }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[outcome]} />
    </svg>
  );
}

const STEP_WORDS: Readonly<Record<StepState, string>> = {
  done: waiting.doneStep,
  now: waiting.nowStep,
  next: '',
  'left-out': waiting.leftOutStep,
};

/** A rule that fills, one part for each thing that is looked at; the one under way is named below it. */
function AuditSteps({ view }: { readonly view: Parameters<typeof stepStates>[0] }) {
  const steps = stepStates(view);
  return (
    <ol className="audit-track" aria-label={waiting.steps}>
      {steps.map(({ step, progress }, index) => (
        <li key={step} className={progress} aria-current={progress === 'now' ? 'step' : undefined}>
          <span>
            <b aria-hidden="true">{live.count(index + 1, steps.length)}</b> {STEP_LABELS[step]}
            {STEP_WORDS[progress] && <span className="visually-hidden"> ({STEP_WORDS[progress]})</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
