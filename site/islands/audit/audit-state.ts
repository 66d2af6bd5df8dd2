import { auditLive } from '#content/pages/audit-live.ts';
import type { AuditView } from '#domain/audit.ts';
import type { AuditAnswer, AuditNews } from './audit-api.ts';

/** All that a visitor sees of the express audit, beside what they type. */
export interface AuditState {
  readonly phase: 'idle' | 'sending' | 'following';
  /** Whether it was ever sent: from then on there is room for what is followed. */
  readonly wasSent: boolean;
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
  | { readonly kind: 'sent' }
  | { readonly kind: 'late' }
  | { readonly kind: 'answered'; readonly answer: AuditAnswer }
  | { readonly kind: 'told'; readonly news: AuditNews };

export const FIRST_STATE: AuditState = {
  phase: 'idle',
  wasSent: false,
  fault: undefined,
  problem: undefined,
  token: undefined,
  page: undefined,
  picture: undefined,
  view: undefined,
  isLost: false,
};

/** What a visitor sees after something happened. */
export function afterEvent(state: AuditState, event: AuditEvent): AuditState {
  switch (event.kind) {
    case 'sent':
      return { ...FIRST_STATE, phase: 'sending', wasSent: true };
    case 'late':
      return state.phase === 'sending' ? { ...state, phase: 'idle', problem: auditLive.live.late } : state;
    case 'answered':
      return afterAnswer(state, event.answer);
    case 'told':
      return afterNews(state, event.news);
  }
}

function afterAnswer(state: AuditState, answer: AuditAnswer): AuditState {
  switch (answer.kind) {
    case 'queued':
      return { ...state, phase: 'following', problem: undefined, token: answer.token, page: answer.page };
    case 'refused': {
      const fault = answer.errors.find(({ field }) => field === 'url')?.message;
      return { ...state, phase: 'idle', fault, problem: fault === undefined ? answer.detail : undefined };
    }
    case 'silent':
      return { ...state, phase: 'idle', problem: auditLive.live.silent };
  }
}

function afterNews(state: AuditState, news: AuditNews): AuditState {
  if (news.kind === 'lost') return { ...state, isLost: true };
  if (news.kind === 'gone') return { ...state, phase: 'idle', problem: news.detail };
  const { view } = news;
  if (view.state === 'refused') return { ...state, phase: 'idle', problem: view.reason };
  const phone = view.pictures?.find((file) => file.startsWith('phone.'));
  return { ...state, view, picture: phone && `${state.page}/${phone}`, isLost: false };
}
