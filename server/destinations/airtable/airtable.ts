import type { Lead } from '#domain/lead.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { Pace } from '../../store/provider-rate/pace.ts';
import type { Permits } from '../../store/provider-rate/permits.ts';
import type { Clock } from '../../system/clock.ts';
import type { Departure, Destination, Group, Limits, Outcome, SearchResult } from '../destination.ts';
import { halves, idsOf, plain, resultFor } from './batches.ts';
import type { ApiOutcome, ApiRequest } from './client.ts';
import { createRecords } from './create-records.ts';
import { concernsEveryRequest } from './errors.ts';
import { createPacer } from './pacer.ts';
import { PROBE_MS, watchRefusals } from './refusal-watch.ts';
import { type FoundRecord, searchRecords } from './search-records.ts';
import { notSent, PAUSED, pacedSender } from './send-paced.ts';
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
  const sendPaced = pacedSender(settings, { clock, pacer, timeoutMs });
  const watch = watchRefusals(clock, [...allowed.keys()]);
  /** It is this server's turn to ask, and no departure was free yet. */
  let ourProbe = false;

  async function send<T>(
    request: ApiRequest<T>,
    limits: Limits,
    departure?: Departure,
    leaving?: () => void,
  ): Promise<ApiOutcome<T>> {
    if (watch.pausedUntil() > clock.now()) return notSent(PAUSED);
    const reply = await sendPaced(request, limits, departure, leaving);
    if (reply.kind === 'transient' && reply.exhausted) watch.exhausted();
    return reply;
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
    const results = new Map<string, SearchResult>();
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
        for (const lead of part) results.set(lead.id, resultFor(lead, reply));
      }
    }
    return results;
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
    pausedUntil: () => Math.max(pacer.pausedUntil(), watch.pausedUntil()),
    acceptance: watch.acceptance,
    refusingSince: watch.refusingSince,
    reserve,
    deliver,
    find,
  };
}
