import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { statusAfter } from '#domain/lead-status.ts';
import type { EventKind } from '#domain/promise.ts';
import type { SourceField } from '#domain/source.ts';
import type { FunnelStep } from '#domain/visit-steps.ts';
import type { Database } from '../store/database.ts';
import { lastMark, toEvent } from '../store/leads/events.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { readAside } from '../store/read-aside.ts';

/** A week of events in one statement, between which others write. */
const PART_MS = 7 * 24 * 60 * 60_000;

const TELLING = [
  'call-booked',
  'call-cancelled',
  'confirmed',
  'answered',
  'not-reached',
  'held',
  'won',
  'lost',
] as const satisfies readonly EventKind[];

/** What became of one lead. */
export interface LeadSteps {
  readonly row: { readonly [F in 'page' | SourceField]: string | null } & { readonly created_at: Instant };
  readonly steps: readonly FunnelStep[];
  /** Swiss francs. */
  readonly amount: number;
  /** When it was answered first. */
  readonly answered: Instant | undefined;
}

/**
 * What became, until now, of the leads that came since one instant and before another; leads that nothing happened to
 * or that are held back are not among them. Events come after their lead, so the index of their kinds and times has them, and of a million
 * leads only those are read that somebody has to do with.
 */
export async function leadSteps(
  db: Database,
  from: Instant,
  to: Instant,
  now: Instant,
): Promise<LeadSteps[]> {
  const told: EventRow[] = [];
  for (let at = from; at <= now; at += PART_MS)
    told.push(...(await eventsIn(db, at, at + PART_MS, from, to)));
  return [...Map.groupBy(told, ({ lead_id }) => lead_id).values()].flatMap(stepsOf);
}

type EventRow = Awaited<ReturnType<typeof eventsIn>>[number];

function eventsIn(db: Database, at: Instant, until: Instant, from: Instant, to: Instant) {
  return readAside(
    db,
    db
      .selectFrom('lead_events as e')
      .crossJoin('leads as l')
      .select(['e.lead_id', 'e.kind', 'e.at', 'e.by', 'e.detail'])
      .select(['l.created_at', 'l.page', 'l.source', 'l.medium', 'l.campaign'])
      .where(sql<boolean>`l.id = e.lead_id`)
      .where('e.kind', 'in', TELLING)
      .where('e.at', '>=', at)
      .where('e.at', '<', until)
      .where('l.created_at', '>=', from)
      .where('l.created_at', '<', to)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outbox')
              .select('lead_id')
              .where(sql<boolean>`outbox.lead_id = l.id`)
              .where(IN_STATE.held),
          ),
        ),
      )
      .orderBy('e.at')
      .orderBy('e.id'),
  );
}

function stepsOf(rows: readonly EventRow[]): LeadSteps[] {
  const [row] = rows;
  if (row === undefined) return [];
  const events = rows.map(toEvent);
  const status = statusAfter(events);
  const mark = lastMark(events);
  const reached: Readonly<Record<Exclude<FunnelStep, 'visit' | 'form' | 'lead'>, boolean>> = {
    booked: status !== 'Cold',
    confirmed: status === 'Hot',
    held: events.some(({ kind }) => kind === 'held'),
    won: mark?.kind === 'won',
    lost: mark?.kind === 'lost',
  };
  const { amount } = mark?.detail ?? {};
  return [
    {
      row,
      steps: (Object.keys(reached) as (keyof typeof reached)[]).filter((step) => reached[step]),
      amount: reached.won && typeof amount === 'number' ? amount : 0,
      answered: events.find(({ kind }) => kind === 'answered')?.at,
    },
  ];
}
