import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { MessageRow, NewMessageRow } from '../store/schema.ts';
import { idAfter } from './ids.ts';
import type { Links } from './links.ts';

/** What a mail to the owner that no lead causes is made with. */
export interface ServerMailDeps {
  readonly db: Database;
  readonly links: Links;
  /** Address that mails come from. */
  readonly sender: string;
}

type NewMessage = Pick<NewMessageRow, 'id' | 'kind' | 'lead_id'> &
  Partial<
    Pick<NewMessageRow, 'booking_id' | 'address_key' | 'client_key' | 'state' | 'last_error' | 'released'>
  > & {
    readonly detail?: object;
    /** By the clock of `now`; absent: at once. */
    readonly dueAt?: Instant;
    /** A query of one instant, by the engine's clock, before which it is not due; without a row any is. */
    readonly notBefore?: RawBuilder<number>;
  };

const CHANNEL = { owner: 'mail', visitor: 'mail', webhook: 'webhook', provider: 'provider' } as const;

/**
 * The statement that adds messages; their kind begins with the recipient, which decides the channel. Messages whose id
 * exists already are left as they are.
 * @param now the server's own clock; a shared database writes its own time instead
 */
export function messagesQuery(db: Database, now: Instant, messages: readonly NewMessage[]): CompiledQuery {
  const instant = db.engine.instant(now);
  const rows = messages.map(({ detail, dueAt = now, notBefore, ...message }) => {
    const due = sql<number>`${instant} + ${Math.round(dueAt - now)}`;
    const recipient = message.kind.split('-')[0] as keyof typeof CHANNEL;
    return {
      booking_id: null,
      address_key: null,
      client_key: null,
      last_error: null,
      released: 0 as const,
      state: 'waiting' as const,
      ...message,
      recipient,
      channel: CHANNEL[recipient],
      detail: detail === undefined ? null : JSON.stringify(detail),
      created_at: instant,
      due_at:
        notBefore === undefined
          ? due
          : sql<number>`(select max(due_at) from
              (select ${due} as due_at union all select * from (${notBefore}) as room) as times)`,
    };
  });
  return db
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .compile();
}

/**
 * The statement that adds a message to the provider about a lead's status; the status itself is read when it is sent.
 * @param cause id of the change
 * @param now the server's own clock
 */
export function statusQuery(db: Database, leadId: string, cause: string, now: Instant): CompiledQuery {
  const id = `status_${idAfter(cause, 'status')}`;
  return messagesQuery(db, now, [{ id, kind: 'provider-status', lead_id: leadId }]);
}

/**
 * The same statement of a change that is not the status: what the record lacks, or says otherwise, is read when it is sent.
 * Of a lead that was erased meanwhile there is none.
 * @param only a condition on the lead
 */
export function recordQuery(
  db: Database,
  leadId: string,
  cause: string,
  now: Instant,
  only: RawBuilder<boolean> = sql`true`,
): CompiledQuery {
  const instant = db.engine.instant(now);
  return sql`insert into messages (id, kind, channel, recipient, lead_id, created_at, due_at)
    select ${`record_${idAfter(cause, 'record')}`}, 'provider-status', 'provider', 'provider', id, ${instant}, ${instant}
    from leads where id = ${leadId} and ${only} on conflict (id) do nothing`.compile(db);
}

/** Only where no other such message about the lead waits. */
export const NONE_WAITS = sql<boolean>`not exists (
  select 1 from messages where lead_id = leads.id and kind = 'provider-status' and state = 'waiting')`;

/** What a message was given as its `detail`. */
export function messageDetail<T>({ detail }: Pick<MessageRow, 'detail'>): T {
  return JSON.parse(detail ?? '{}') as T;
}
