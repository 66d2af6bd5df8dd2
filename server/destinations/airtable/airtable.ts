import type { Lead } from '#domain/lead.ts';
import type { Clock } from '../../clock.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { Pace } from '../../store/pace.ts';
import type { Places } from '../../store/places.ts';
import type { Destination, Group, Limits, Outcome, Slot } from '../destination.ts';
import { type Reply, sendRecords } from './client.ts';
import { saysSeveralMatch } from './errors.ts';
import { createPacer } from './pacer.ts';
import { watchRefusals } from './refusal-watch.ts';
import { type Identity, type Wording, wordings } from './strategies.ts';

export interface AirtableOptions {
  readonly clock: Clock;
  /** Both shared by all who send to this base. */
  readonly pace: Pace;
  readonly places: Places;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Delivers to one table of one Airtable base, up to 10 leads a request, within the provider's pace. */
export function airtable(
  settings: AirtableConfig,
  { clock, pace, places, timeoutMs = 10_000 }: AirtableOptions,
): Destination {
  const allowed = wordings(settings);
  const pacer = createPacer({ clock, pace, places, timeoutMs });
  const watch = watchRefusals(clock, [...allowed.keys()]);
  const pausedUntil = () => Math.max(pacer.pausedUntil(), watch.heldUntil());

  /** Without its database nobody can know whose turn it is: then nothing is sent. */
  const reached = (slot: Slot | undefined, signal: AbortSignal) =>
    pacer.reach(slot, signal).catch(() => undefined);
  /** This server pauses even when it cannot tell the others; they will be told by the provider. */
  const paused = (ms: number) => pacer.pause(ms).catch(() => {});

  async function send(
    leads: readonly Lead[],
    wording: Wording,
    identity: Identity | undefined,
    limits: Limits,
    slot?: Slot,
  ): Promise<Reply> {
    if (pausedUntil() > clock.now()) return notSent('Le fournisseur demande une pause');
    const answered = await reached(slot, limits.signal);
    if (answered === undefined)
      return notSent(limits.signal.aborted ? 'Arrêt demandé avant l’envoi' : 'Pas de tour d’envoi');
    try {
      if (clock.now() + timeoutMs > limits.until) return notSent('Plus assez de temps pour un envoi');
      watch.sending();
      return learnFrom(
        await sendRecords(settings, {
          leads,
          wording,
          mergeOn: identity?.mergeOn,
          signal: limits.signal,
          timeoutMs,
        }),
      );
    } finally {
      // What cannot be said now is known soon: a place that nobody leaves frees itself.
      await answered().catch(() => {});
    }
  }

  async function learnFrom(reply: Reply): Promise<Reply> {
    if (reply.kind === 'transient' && reply.pauseMs !== undefined) await paused(reply.pauseMs);
    if (reply.kind === 'transient' && reply.exhausted) watch.exhausted();
    if (reply.kind === 'stored') watch.stored();
    return reply;
  }

  async function deliver(group: Group, limits: Limits, slot?: Slot): Promise<Map<string, Outcome>> {
    const wording = allowed.get(group.strategy);
    if (!wording) throw new RangeError(`No strategy ${group.strategy} with these settings`);
    const outcomes = new Map<string, Outcome>();
    const settle = (leads: readonly Lead[], outcome: Outcome) => {
      for (const { id } of leads) outcomes.set(id, outcome);
    };
    const identity = group.upsert ? wording.identity[group.upsert] : undefined;
    const parts = identity ? withoutTwins(group.leads, identity) : [group.leads];
    let turn = slot;
    for (let part = parts.shift(); part; part = parts.shift()) {
      const reply = await send(part, wording, identity, limits, turn);
      turn = undefined;
      if (reply.kind === 'stored') {
        for (const [index, { id }] of part.entries()) {
          const remoteId = reply.ids[index];
          outcomes.set(id, { kind: 'delivered', ...(remoteId !== undefined && { remoteId }) });
        }
      } else if (reply.kind === 'transient') {
        const { pauseMs: _, exhausted: __, ...outcome } = reply;
        settle(part, outcome);
        settle(parts.splice(0).flat(), { ...outcome, unknown: false });
      } else if (identity && part.length === 1 && saysSeveralMatch(reply.rejection)) {
        watch.stored();
        settle(part, { kind: 'delivered', alreadyThere: true });
      } else if (watch.rejected(group.strategy, reply.rejection, idsOf(part))) {
        settle([...part, ...parts.splice(0).flat()], { kind: 'rejected', rejection: reply.rejection });
      } else if (part.length > 1) {
        const half = Math.ceil(part.length / 2);
        parts.unshift(part.slice(0, half), part.slice(half));
      } else {
        settle(part, { kind: 'rejected', rejection: reply.rejection });
      }
    }
    return outcomes;
  }

  return {
    name: 'airtable',
    strategies: [...allowed.keys()],
    refusedMessage:
      'Toutes les stratégies de création de lead ont échoué. Vérifiez les permissions Airtable.',
    pausedUntil,
    standing: watch.standing,
    refusingSince: watch.refusingSince,
    reserve: pacer.reserve,
    deliver,
  };
}

function idsOf(leads: readonly Lead[]): string[] {
  return leads.map(({ id }) => id);
}

function notSent(message: string): Reply {
  return { kind: 'transient', message, unknown: false };
}

/** What an upsert does with two records of one identity in the same request is not documented: never both in one. */
function withoutTwins(leads: readonly Lead[], identity: Identity): (readonly Lead[])[] {
  const seen = new Map<string, number>();
  const nthOfItsIdentity = (lead: Lead): number => {
    const one = identity.of(lead);
    const nth = seen.get(one) ?? 0;
    seen.set(one, nth + 1);
    return nth;
  };
  return [...Map.groupBy(leads, nthOfItsIdentity).values()];
}
