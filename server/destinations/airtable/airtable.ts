import type { Lead } from '#domain/lead.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { Pace } from '../../store/provider-rate/pace.ts';
import type { Permits } from '../../store/provider-rate/permits.ts';
import type { Clock } from '../../system/clock.ts';
import type { Departure, Destination, Group, Limits, Outcome, SearchResult } from '../destination.ts';
import { candidatesFor, halves, idsOf, notSent, plain } from './batches.ts';
import { type ApiOutcome, type ApiRequest, sendRequest } from './client.ts';
import { createRecords } from './create-records.ts';
import { concernsEveryRequest } from './errors.ts';
import { createPacer } from './pacer.ts';
import { PROBE_MS, watchRefusals } from './refusal-watch.ts';
import { type FoundRecord, searchRecords } from './search-records.ts';
import { recordFormats } from './strategies.ts';

export interface AirtableOptions {
  readonly clock: Clock;
  /** Both shared by all servers that send to this base. */
  readonly pace: Pace;
  readonly permits: Permits;
  /** Of the requests that ask whether a provider that refused everything takes leads again; shared as well. */
  readonly probes: Pick<Pace, 'reserve'>;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** How often a search is sent when its connection breaks at once. */
const SEARCHES = 3;
const AT_ONCE_MS = 3_000;

/** Delivers to one table of one Airtable base, up to 10 leads a request, within the provider's pace. */
export function airtable(
  settings: AirtableConfig,
  { clock, pace, permits, probes, timeoutMs = 10_000 }: AirtableOptions,
): Destination {
  const allowed = recordFormats(settings);
  const pacer = createPacer({ clock, pace, permits, timeoutMs });
  const watch = watchRefusals(clock, [...allowed.keys()]);
  /** It is this server's turn to ask, and no departure was free yet. */
  let ourProbe = false;
  const pausedUntil = () => Math.max(pacer.pausedUntil(), watch.pausedUntil());

  /** When the database does not answer, the shared rate cannot be kept: then nothing is sent. */
  const reached = (departure: Departure | undefined, signal: AbortSignal) =>
    pacer.acquire(departure, signal).catch(() => undefined);
  /** This server pauses even when the database cannot tell the others; the provider will tell them too. */
  const paused = (ms: number) => pacer.pause(ms).catch(() => {});

  async function send<T>(
    request: ApiRequest<T>,
    limits: Limits,
    departure?: Departure,
    leaving = () => {},
  ): Promise<ApiOutcome<T>> {
    if (pausedUntil() > clock.now()) return notSent('Le fournisseur demande une pause');
    const giveBack = await reached(departure, limits.signal);
    if (giveBack === undefined)
      return notSent(limits.signal.aborted ? 'Arrêt demandé avant l’envoi' : 'Pas de tour d’envoi');
    try {
      if (clock.now() + timeoutMs > limits.until) return notSent('Plus assez de temps pour un envoi');
      leaving();
      const reply = await sendRequest(settings, request, { signal: limits.signal, timeoutMs });
      if (reply.kind === 'transient' && reply.pauseMs !== undefined) await paused(reply.pauseMs);
      if (reply.kind === 'transient' && reply.exhausted) watch.exhausted();
      return reply;
    } finally {
      // Not worth an error: a permit that is not given back frees itself.
      await giveBack().catch(() => {});
    }
  }

  /** While everything is refused one server asks, once a minute; the others wait for their turn to ask. */
  async function reserve(): Promise<Departure | number> {
    if (watch.acceptance() !== 'refusing') return pacer.reserve();
    const probe = ourProbe ? undefined : await probes.reserve(PROBE_MS, 0);
    if (probe?.taken === false) {
      watch.pauseUntil(probe.at);
      return Math.max(1, probe.at - clock.now());
    }
    const departure = await pacer.reserve();
    ourProbe = typeof departure === 'number';
    return departure;
  }

  function formatOf(strategy: number) {
    const format = allowed.get(strategy);
    if (!format) throw new RangeError(`No strategy ${strategy} with these settings`);
    return format;
  }

  async function deliver(group: Group, limits: Limits, first?: Departure): Promise<Map<string, Outcome>> {
    const format = formatOf(group.strategy);
    const outcomes = new Map<string, Outcome>();
    const settle = (leads: readonly Lead[], outcome: Outcome) => {
      for (const { id } of leads) outcomes.set(id, outcome);
    };
    const parts = [group.leads];
    let reserved = first;
    for (let part = parts.shift(); part; part = parts.shift()) {
      const reply = await send(createRecords(format, part), limits, reserved, watch.sending);
      reserved = undefined;
      if (reply.kind === 'answered') {
        watch.stored();
        for (const [index, remoteId] of reply.answer.entries())
          outcomes.set(part[index]?.id ?? '', { kind: 'delivered', remoteId });
      } else if (reply.kind === 'transient') {
        const outcome = plain(reply);
        settle(part, outcome);
        settle(parts.splice(0).flat(), { ...outcome, unknown: false });
      } else if (watch.rejected(group.strategy, reply.rejection, idsOf(part))) {
        settle([...part, ...parts.splice(0).flat()], reply);
      } else if (part.length > 1) {
        parts.unshift(...halves(part));
      } else {
        settle(part, reply);
      }
    }
    return outcomes;
  }

  async function find(group: Group, limits: Limits, first?: Departure): Promise<Map<string, SearchResult>> {
    const { table } = formatOf(group.strategy);
    const looked = new Map<string, SearchResult>();
    const parts = [group.leads];
    let reserved = first;
    for (let part = parts.shift(); part; part = parts.shift()) {
      const reply = await recordsOf(table, part, limits, reserved);
      reserved = undefined;
      // A failed search counts as a request to a provider that may be refusing everything, which gets one a minute;
      // after an answered one the creation follows, and counts.
      if (reply.kind !== 'answered') watch.sending();
      if (reply.kind === 'rejected' && concernsEveryRequest(reply.rejection))
        watch.rejected(group.strategy, reply.rejection, idsOf(part));
      if (reply.kind === 'rejected' && reply.rejection.status === 422 && part.length > 1) {
        // One of the e-mails may be one that a formula cannot express: searched for in halves, the others are found.
        parts.unshift(...halves(part));
      } else {
        for (const lead of part)
          looked.set(
            lead.id,
            reply.kind === 'answered'
              ? { kind: 'searched', candidates: candidatesFor(lead, reply.answer) }
              : reply.kind === 'transient'
                ? { ...plain(reply), unknown: false }
                : reply,
          );
      }
    }
    return looked;
  }

  /** All pages of a search. */
  async function recordsOf(
    table: string,
    leads: readonly Lead[],
    limits: Limits,
    first?: Departure,
  ): Promise<ApiOutcome<readonly FoundRecord[]>> {
    const found: FoundRecord[] = [];
    let reserved = first;
    let offset: string | undefined;
    do {
      const reply = await searched(searchRecords(table, leads, offset), limits, reserved);
      if (reply.kind !== 'answered') return reply;
      reserved = undefined;
      found.push(...reply.answer.records);
      offset = reply.answer.offset;
    } while (offset !== undefined);
    return { kind: 'answered', answer: found };
  }

  /** Sends a search, which changes nothing at the provider, again when its connection breaks at once. */
  async function searched<T>(
    request: ApiRequest<T>,
    limits: Limits,
    first?: Departure,
  ): Promise<ApiOutcome<T>> {
    for (let trial = 1; ; trial += 1) {
      const asked = clock.now();
      const reply = await send(request, limits, trial === 1 ? first : undefined);
      const broke = reply.kind === 'transient' && reply.unknown && clock.now() - asked < AT_ONCE_MS;
      if (!broke || trial === SEARCHES) return reply;
    }
  }

  return {
    name: 'airtable',
    strategies: [...allowed.keys()],
    refusedMessage:
      'Toutes les stratégies de création de lead ont échoué. Vérifiez les permissions Airtable.',
    pausedUntil,
    acceptance: watch.acceptance,
    refusingSince: watch.refusingSince,
    reserve,
    deliver,
    find,
  };
}
