import type { AuditView } from '#domain/audit.ts';
import { fromStore } from '../../http/from-store.ts';
import type { AuditPictureRow, AuditRow } from '../../store/schema.ts';
import { isGuess } from '../queue/lead-audits.ts';
import { auditView } from '../report/audit-view.ts';
import { secondsFor } from '../store/audit-queue.ts';
import type { AuditRouteDeps } from './deps.ts';

export interface Current {
  readonly row: AuditRow;
  readonly view: AuditView;
  readonly pictures: readonly Pick<AuditPictureRow, 'name' | 'type' | 'width' | 'height' | 'at_ms'>[];
}

/** An audit as it stands; undefined when there is none, or when it has expired. */
export async function currentView(deps: AuditRouteDeps, token: string): Promise<Current | undefined> {
  return fromStore(read(deps, token));
}

async function read({ db, store, now }: AuditRouteDeps, token: string): Promise<Current | undefined> {
  const row = await store.byToken(token, now());
  if (row === undefined) return undefined;
  const pictures = await store.pictureNames(row.token);
  const waitSeconds = row.state === 'waiting' ? await waitOf() : undefined;
  const guessed = row.state === 'refused' && (await isGuess(db, row));
  return { row, pictures, view: auditView(row, { pictures, waitSeconds, guessed }) };

  async function waitOf(): Promise<number> {
    const queue = await store.queue(row);
    return secondsFor(queue.ahead, queue);
  }
}
