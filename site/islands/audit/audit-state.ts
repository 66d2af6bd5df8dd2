import { NO_ADDRESS } from '#content/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import type { AuditView } from '#domain/audit.ts';
import type { AuditAnswer, AuditNews } from './audit-api.ts';

/** All that a visitor sees of the express audit, beside what they type. */
export interface AuditPanelState {
  /** `expecting`: the audit that follows from the lead is on its way, or has just been asked for. */
  readonly phase: 'idle' | 'expecting' | 'sending' | 'following';
  /** Whether the lead has not left the browser yet; while an audit is expected. */
  readonly isWaiting: boolean;
  /** The site that is expected, before the service says whose it is. */
  readonly site: string | undefined;
  /** Until when the lead's audit is promised, in words. */
  readonly by: string | undefined;
  /** What is wrong with the address. */
  readonly fault: string | undefined;
  /** Why there is no audit. */
  readonly problem: string | undefined;
  /** Of the audit that is followed, or was. */
  readonly token: string | undefined;
  /** Address of its report. */
  readonly page: string | undefined;
  /** Address of the phone's picture, once there is one. */
  readonly picture: string | undefined;
  /** What the service said of it last. */
  readonly view: AuditView | undefined;
  /** Whether the service does not answer at the moment. */
  readonly isLost: boolean;
}

export type AuditEvent =
  | { readonly kind: 'expected'; readonly site: string | undefined; readonly isWaiting: boolean }
  /** Of the audit that follows from the lead, which nobody has typed an address for. */
  | { readonly kind: 'answeredForLead'; readonly answer: AuditAnswer }
  | { readonly kind: 'notMine' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'late' }
  | { readonly kind: 'answered'; readonly answer: AuditAnswer }
  | { readonly kind: 'told'; readonly news: AuditNews };

export const FIRST_AUDIT_STATE: AuditPanelState = {
  phase: 'idle',
  isWaiting: false,
  site: undefined,
  by: undefined,
  fault: undefined,
  problem: undefined,
  token: undefined,
  page: undefined,
  picture: undefined,
  view: undefined,
  isLost: false,
};

/** What a visitor sees after something happened. */
export function afterAuditEvent(state: AuditPanelState, event: AuditEvent): AuditPanelState {
  switch (event.kind) {
    case 'expected':
      return { ...state, phase: 'expecting', site: event.site, isWaiting: event.isWaiting };
    case 'answeredForLead':
      return afterLeadsAnswer(state, event.answer);
    case 'notMine':
      return { ...FIRST_AUDIT_STATE, by: state.by };
    case 'sent':
      return { ...FIRST_AUDIT_STATE, phase: 'sending', by: state.by };
    case 'late':
      return state.phase === 'sending' ? { ...state, phase: 'idle', problem: auditLive.live.late } : state;
    case 'answered':
      return afterAnswer(state, event.answer);
    case 'told':
      return afterNews(state, event.news);
  }
}

/** Where it has none, the form asks for the address; why not now is said, that nothing was typed is not. */
function afterLeadsAnswer(state: AuditPanelState, answer: AuditAnswer): AuditPanelState {
  const { by = state.by } = answer.kind === 'silent' ? {} : answer;
  if (answer.kind === 'queued') return { ...afterAnswer(state, answer), by };
  return {
    ...FIRST_AUDIT_STATE,
    by,
    problem: answer.kind === 'refused' && !answer.errors.length ? answer.detail : undefined,
  };
}

function afterAnswer(state: AuditPanelState, answer: AuditAnswer): AuditPanelState {
  switch (answer.kind) {
    case 'queued':
      return { ...state, phase: 'following', problem: undefined, token: answer.token, page: answer.page };
    case 'refused': {
      const fault = answer.errors.find(({ field }) => field === 'url')?.message;
      return { ...state, phase: 'idle', fault, problem: fault === undefined ? answer.detail : undefined };
    }
    case 'unknown':
      return { ...state, phase: 'idle', fault: NO_ADDRESS, by: answer.by };
    case 'silent':
      return { ...state, phase: 'idle', problem: auditLive.live[answer.isOffline ? 'offline' : 'silent'] };
  }
}

function afterNews(state: AuditPanelState, news: AuditNews): AuditPanelState {
  if (news.kind === 'lost') return { ...state, isLost: true };
  if (news.kind === 'gone') return { ...state, phase: 'idle', problem: news.detail };
  const { view } = news;
  if (view.state === 'refused') return { ...state, view, phase: 'idle', problem: view.reason };
  return withView(state, view);
}

/** The audit as the service has just told it. */
export function withView(state: AuditPanelState, view: AuditView): AuditPanelState {
  const phone = view.pictures?.find((file) => file.startsWith('phone.'));
  return { ...state, view, picture: phone && `${state.page}/${phone}`, isLost: false };
}
