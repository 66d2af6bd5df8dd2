import type { Lead } from '#domain/lead.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { Clock } from '../../system/clock.ts';
import type { Departure, Destination, Group, Limits, Outcome, SearchResult } from '../destination.ts';
import type { Pace } from '../pace.ts';
import { createPacer } from '../pacer.ts';
import type { Permits } from '../permits.ts';
import { PROBE_MS, watchRefusals } from '../refusal-watch.ts';
import { halves, idsOf, plain, resultFor } from './batches.ts';
import type { ApiOutcome, ApiRequest } from './client.ts';
import { createRecords } from './create-records.ts';
import { concernsEveryLead, concernsEveryRequest } from './errors.ts';
import { recordFinder, type Sending } from './find-records.ts';
import { notSent, PAUSED, pacedSender } from './send-paced.ts';
import { leavesFieldsOut, placeOf, recordFormats } from './strategies.ts';

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

/** A pass over all strategies is over long before. */
const LONGEST_PASS_MS = 3_600_000;
const UNTRIED = 'D’autres contacts ont été refusés, celui-ci n’a pas été essayé';

/** Delivers to one table of one Airtable base, up to 10 leads a request, within the provider's pace. */
export function airtable(
  settings: AirtableConfig,
  { clock, pace, permits, probes, timeoutMs = 10_000 }: AirtableOptions,
): Destination {
  const allowed = recordFormats(settings);
  const pacer = createPacer({ clock, pace, permits, timeoutMs });
  const sendPaced = pacedSender(settings, { clock, pacer, timeoutMs });
  const watch = watchRefusals(clock, [...allowed.keys()], concernsEveryLead);
  const recordsOf = recordFinder(send, clock);
  /** It is this server's turn to ask, and no departure was free yet. */
  let ourProbe = false;

  async function send<T>(
    request: ApiRequest<T>,
    { limits, departure, leaving, continuing }: Sending,
  ): Promise<ApiOutcome<T>> {
    if (continuing) await chargeProbe();
    else if (watch.pausedUntil() > clock.now()) return notSent(PAUSED);
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

  /** A pass over the strategies is not broken off; each of its requests puts the next pass off by a minute. */
  async function chargeProbe(): Promise<void> {
    if (watch.acceptance() === 'refusing') await probes.reserve(PROBE_MS, LONGEST_PASS_MS);
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
      const request = createRecords(format, part);
      const continuing = group.after !== undefined;
      const reply = await send(request, { limits, departure: reserved, leaving: watch.sending, continuing });
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
        settle(part, reply);
        // What was found out from other leads alone is not held against these: each is asked for in a pass of its own.
        const untried = concernsEveryLead(reply.rejection) ? reply : plain(notSent(UNTRIED));
        settle(parts.splice(0).flat(), untried);
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
      const continuing = group.after !== undefined;
      const reply = await recordsOf(table, part, { limits, departure: reserved, continuing });
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

  return {
    strategies: [...allowed.keys()],
    refusedMessage:
      'Toutes les stratégies de création de lead ont échoué. Vérifiez les permissions Airtable.',
    placeOf: (strategy) => placeOf(settings, strategy).name,
    leavesFieldsOut,
    pausedUntil: () => Math.max(pacer.pausedUntil(), watch.pausedUntil()),
    acceptance: watch.acceptance,
    refusingSince: watch.refusingSince,
    reserve,
    deliver,
    find,
  };
}
