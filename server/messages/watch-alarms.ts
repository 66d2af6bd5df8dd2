import type { CompiledQuery } from 'kysely';
import { ALARM_NAMES, type AlarmName, alarms } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { Log } from '../system/log.ts';
import { ALARM_KINDS } from './alarm-kinds.ts';
import { type AlarmStep, alarmConditions, nextAlarmStep } from './alarms.ts';
import { idAfter, mailId } from './ids.ts';
import { messagesQuery } from './new-message.ts';

export interface AlarmDeps {
  readonly db: Database;
  /** Address that mails come from. */
  readonly sender: string;
  readonly webhook: boolean;
  /** Index of the first way to write a record that the settings allow; undefined: nothing is delivered. */
  readonly firstStrategy: number | undefined;
  readonly log: Pick<Log, 'error' | 'info'>;
  /** The operator's own program, if there is one. */
  readonly command?: { tell(alarm: AlarmDetail, cause: string | undefined): Promise<void> } | undefined;
  /** Called when a message may be due. */
  readonly wake: () => void;
}

/** The `detail` of a message about an alarm; a message about its end has `until`. */
export interface AlarmDetail {
  readonly alarm: AlarmName;
  readonly spell: number;
  readonly since: Instant;
  readonly until?: Instant;
}

/**
 * Checks once whether an alarm begins or ends, stores that and makes the messages about it. Ids derived from the spell and
 * its beginning keep the messages single.
 * @param ownNow the server's own clock
 */
export async function watchAlarms(deps: AlarmDeps, ownNow: Instant): Promise<void> {
  const { db, firstStrategy } = deps;
  const conditions = await alarmConditions(db, firstStrategy, ownNow);
  const rows = await db.selectFrom('alarms').selectAll().execute();
  for (const name of ALARM_NAMES) {
    const row = rows.find((one) => one.name === name);
    const step = nextAlarmStep(name, row, conditions);
    if (step.kind !== 'none') await take(deps, name, step, conditions.now, ownNow);
  }
}

async function take(
  deps: AlarmDeps,
  name: AlarmName,
  step: Exclude<AlarmStep, { kind: 'none' }>,
  now: Instant,
  ownNow: number,
): Promise<void> {
  const { db, log, wake, command } = deps;
  const { kind } = step;
  const ended = db.updateTable('alarms').set({ ended_at: now }).where('name', '=', name);
  if (kind === 'forget') return void (await ended.execute());
  const { spell, since } = step;
  const values = { spell, since, raised_at: kind === 'raise' ? now : null, ended_at: null };
  const begun = db
    .insertInto('alarms')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values));
  if (kind === 'watch') return void (await begun.execute());
  const detail: AlarmDetail = { alarm: name, spell, since, ...(kind === 'end' && { until: now }) };
  await db.atomically([
    kind === 'end' ? ended.compile() : begun.compile(),
    messagesAbout(deps, detail, kind, ownNow),
  ]);
  wake();
  if (kind === 'raise') log.error({ alarm: name, since: new Date(since).toISOString() }, alarms[name].log);
  else log.info({ alarm: name }, 'Fin d’alerte.');
  const cause = kind === 'raise' && command ? await ALARM_KINDS[name].cause(db) : undefined;
  // Not waited for: it may take half a minute.
  void command?.tell(detail, cause);
}

function messagesAbout(
  { db, sender, webhook }: AlarmDeps,
  detail: AlarmDetail,
  kind: 'raise' | 'end',
  ownNow: number,
): CompiledQuery {
  const id = idAfter(`alarm ${detail.alarm} ${detail.spell} ${detail.since}`, kind);
  const common = { lead_id: null, detail };
  return messagesQuery(db, ownNow, [
    { ...common, id: mailId(id, sender), kind: kind === 'end' ? 'owner-alarm-over' : 'owner-alarm' },
    ...(webhook ? [{ ...common, id: `msg_${id}`, kind: 'webhook-alarm' as const }] : []),
  ]);
}
