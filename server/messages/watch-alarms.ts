import type { CompiledQuery } from 'kysely';
import { ALARM_NAMES, type AlarmName, alarms } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { Log } from '../system/log.ts';
import { ALARM_KINDS } from './alarm-kinds.ts';
import { type AlarmStep, alarmConditions, nextStep } from './alarms.ts';
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
 * Checks once whether an alarm begins or ends, stores that and makes the messages about it. When several servers
 * notice the same change, the first to store it counts; ids derived from the spell and its beginning keep the messages single.
 * @param ownNow the server's own clock
 */
export async function watchAlarms(deps: AlarmDeps, ownNow: Instant): Promise<void> {
  const { db, firstStrategy } = deps;
  const conditions = await alarmConditions(db, firstStrategy, ownNow);
  const rows = await db.selectFrom('alarms').selectAll().execute();
  for (const name of ALARM_NAMES) {
    const row = rows.find((one) => one.name === name);
    const step = nextStep(name, row, conditions);
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
  const { db, log, wake } = deps;
  if (step.kind === 'forget') {
    await db
      .updateTable('alarms')
      .set({ ended_at: now })
      .where('name', '=', name)
      .where('raised_at', 'is', null)
      .where('ended_at', 'is', null)
      .execute();
    return;
  }
  const { spell, since } = step;
  const written = await db.atomically([
    step.kind === 'end' ? ended(db, name, spell, now) : begun(db, name, spell, since, now, step.kind),
    ...(step.kind === 'watch' ? [] : told(deps, name, step.kind, { spell, since, until: now }, ownNow)),
  ]);
  if (step.kind === 'watch' || written[0]?.numAffectedRows !== 1n) return;
  wake();
  if (step.kind === 'raise')
    log.error({ alarm: name, since: new Date(since).toISOString() }, alarms[name].log);
  else log.info({ alarm: name }, 'Fin d’alerte.');
  if (deps.command === undefined) return;
  const cause = step.kind === 'raise' ? await ALARM_KINDS[name].cause(db) : undefined;
  // Not waited for: it may take half a minute.
  void deps.command.tell({ alarm: name, spell, since, ...(step.kind === 'end' && { until: now }) }, cause);
}

/** Writes only when the row is still as it was read, so that of several servers just one succeeds. */
function begun(
  db: Database,
  name: AlarmName,
  spell: number,
  since: Instant,
  now: Instant,
  kind: 'watch' | 'raise',
): CompiledQuery {
  const values = { spell, since, raised_at: kind === 'raise' ? now : null, ended_at: null };
  return db
    .insertInto('alarms')
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(values)
        .where((e) =>
          e.or([
            e('alarms.spell', '<', spell),
            e.and([
              e('alarms.spell', '=', spell),
              e('alarms.raised_at', 'is', null),
              e('alarms.ended_at', 'is', null),
            ]),
          ]),
        ),
    )
    .compile();
}

function ended(db: Database, name: AlarmName, spell: number, now: Instant): CompiledQuery {
  return db
    .updateTable('alarms')
    .set({ ended_at: now })
    .where('name', '=', name)
    .where('spell', '=', spell)
    .where('ended_at', 'is', null)
    .compile();
}

/** Adds the messages, and takes them back when the spell that another server has stored began at another instant. */
function told(
  { db, sender, webhook }: AlarmDeps,
  alarm: AlarmName,
  kind: 'raise' | 'end',
  { spell, since, until }: { spell: number; since: Instant; until: Instant },
  ownNow: number,
): CompiledQuery[] {
  const over = kind === 'end';
  const id = idAfter(`alarm ${alarm} ${spell} ${since}`, kind);
  const [byMail, byWebhook] = [mailId(id, sender), `msg_${id}`];
  const detail: AlarmDetail = { alarm, spell, since, ...(over && { until }) };
  const common = { lead_id: null, detail };
  const anothers = db
    .selectFrom('alarms')
    .select('name')
    .where('name', '=', alarm)
    .where('spell', '=', spell)
    .where('since', '<>', since);
  return [
    messagesQuery(db, ownNow, [
      { ...common, id: byMail, kind: over ? 'owner-alarm-over' : 'owner-alarm' },
      ...(webhook ? [{ ...common, id: byWebhook, kind: 'webhook-alarm' as const }] : []),
    ]),
    db
      .deleteFrom('messages')
      .where('id', 'in', [byMail, byWebhook])
      .where(({ exists }) => exists(anothers))
      .compile(),
  ];
}
