import type { AuditView } from '#domain/audit.ts';
import { countRunners } from '../../audits/queue/runners.ts';
import { inSeconds, timeFor } from '../../audits/queue/wait-time.ts';
import { auditView } from '../../audits/report/audit-view.ts';
import { STORE_TIMEOUT_MS } from '../../http/patience.ts';
import type { AuditPictureRow, AuditRow } from '../../store/schema.ts';
import { within } from '../../system/within.ts';
import type { AuditRouteDeps } from './deps.ts';

export interface Current {
  readonly row: AuditRow;
  readonly view: AuditView;
  readonly pictures: readonly Pick<AuditPictureRow, 'name' | 'type' | 'width' | 'height' | 'at_ms'>[];
}

/** An audit as it stands; undefined when there is none, or when it has expired. */
export async function currentView(deps: AuditRouteDeps, token: string): Promise<Current | undefined> {
  return within(STORE_TIMEOUT_MS, read(deps, token));
}

async function read({ db, store, now }: AuditRouteDeps, token: string): Promise<Current | undefined> {
  const row = await store.byToken(token, now());
  if (row === undefined) return undefined;
  const pictures = await store.pictureNames(token);
  const waitSeconds = row.state === 'waiting' ? await waitOf() : undefined;
  return { row, pictures, view: auditView(row, { pictures, waitSeconds }) };

  async function waitOf(): Promise<number> {
    const [queue, runners] = await Promise.all([store.queue(row), countRunners(db, now())]);
    return inSeconds(timeFor(queue.ahead, queue, runners));
  }
}
