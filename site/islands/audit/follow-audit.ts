import type { AuditView } from '#domain/audit.ts';
import { type AuditNews, readAudit } from './audit-api.ts';

/** What is used of the platform's own. */
type Events = Pick<EventSource, 'onmessage' | 'onerror' | 'close'>;

export interface FollowDeps {
  readonly open: (token: string) => Events;
  readonly read: typeof readAudit;
}

const browserDeps: FollowDeps = {
  open: (token) => new EventSource(`/api/audits/${token}/events`),
  read: readAudit,
};

/** The first event comes at once, unless something on the way keeps it back. In milliseconds. */
const FIRST_EVENT_MS = 4_000;
/** The service repeats itself every 10 s. In milliseconds. */
const SILENCE_MS = 25_000;
/** How often the service is asked where no events come, by the audit's state. In milliseconds. */
const ASK_MS = { running: 1_000, waiting: 3_000 } as const;
const LOST_MS = 3_000;

/**
 * Tells how an audit goes, as it happens, until it has ended: by the service's events, or by asking for it from the
 * moment on in which they fail or stay away.
 * @returns what ends it earlier
 */
export function followAudit(
  token: string,
  tell: (news: AuditNews) => void,
  { open, read }: FollowDeps = browserDeps,
): () => void {
  const events = open(token);
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hangUp = () => {
    clearTimeout(timer);
    events.onmessage = null;
    events.onerror = null;
    events.close();
  };
  const stop = () => {
    isOver = true;
    hangUp();
  };
  const pass = (news: AuditNews) => {
    if (news.kind === 'gone' || (news.kind === 'view' && hasEnded(news.view))) stop();
    tell(news);
  };
  const ask = async () => {
    const news = await read(token);
    if (isOver) return;
    pass(news);
    const ms = news.kind === 'view' && news.view.state === 'running' ? ASK_MS.running : ASK_MS.waiting;
    if (!isOver) timer = setTimeout(ask, news.kind === 'lost' ? LOST_MS : ms);
  };
  const askInstead = () => {
    hangUp();
    void ask();
  };
  const expectWithin = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(askInstead, ms);
  };

  events.onmessage = ({ data }) => {
    expectWithin(SILENCE_MS);
    pass({ kind: 'view', view: JSON.parse(data) as AuditView });
  };
  events.onerror = askInstead;
  expectWithin(FIRST_EVENT_MS);
  return stop;
}

function hasEnded({ state }: AuditView): boolean {
  return state === 'done' || state === 'refused';
}
