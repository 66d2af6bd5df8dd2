import type { Lead } from '#domain/lead.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { Clock } from '../../system/clock.ts';
import type { Destination, Group, Limits, Outcome, SearchResult } from '../destination.ts';
import { watchRefusals } from '../refusal-watch.ts';
import { halves, idsOf, plain, resultFor } from './batches.ts';
import type { ApiOutcome, ApiRequest } from './client.ts';
import { createRecords } from './create-records.ts';
import { concernsEveryLead, concernsEveryRequest } from './errors.ts';
import { recordFinder, type SearchSending } from './find-records.ts';
import { notSent, PAUSED, type PacedSender } from './paced-sender.ts';
import { leavesFieldsOut, recordFormats, recordPlaceOf } from './strategies.ts';

const UNTRIED = 'D’autres contacts ont été refusés, celui-ci n’a pas été essayé';

/** Delivers to one table of one Airtable base, up to 10 leads a request, within the provider's pace. */
export function airtable(settings: AirtableConfig, clock: Clock, paced: PacedSender): Destination {
  const allowed = recordFormats(settings);
  const watch = watchRefusals(clock, [...allowed.keys()], concernsEveryLead);
  const recordsOf = recordFinder(send, clock);

  async function send<T>(
    request: ApiRequest<T>,
    { limits, leaving, continuing }: SearchSending,
  ): Promise<ApiOutcome<T>> {
    // A pass over the strategies is not broken off; each of its requests puts the next pass off by a minute.
    if (!continuing && watch.pausedUntil() > clock.now()) return notSent(PAUSED);
    const reply = await paced.send(request, {
      ...limits,
      leaving() {
        leaving?.();
        limits.leaving?.();
      },
    });
    if (reply.kind === 'transient' && reply.exhausted) watch.exhausted();
    return reply;
  }

  function formatOf(strategy: number) {
    const format = allowed.get(strategy);
    if (!format) throw new RangeError(`No strategy ${strategy} with these settings`);
    return format;
  }

  async function deliver(group: Group, limits: Limits): Promise<Map<string, Outcome>> {
    const format = formatOf(group.strategy);
    const outcomes = new Map<string, Outcome>();
    const settle = (leads: readonly Lead[], outcome: Outcome) => {
      for (const { id } of leads) outcomes.set(id, outcome);
    };
    const parts = [group.leads];
    for (let part = parts.shift(); part; part = parts.shift()) {
      const request = createRecords(format, part);
      const continuing = group.after !== undefined;
      const reply = await send(request, { limits, leaving: watch.sending, continuing });
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

  async function find(group: Group, limits: Limits): Promise<Map<string, SearchResult>> {
    const { table } = formatOf(group.strategy);
    const results = new Map<string, SearchResult>();
    const parts = [group.leads];
    for (let part = parts.shift(); part; part = parts.shift()) {
      const continuing = group.after !== undefined;
      const reply = await recordsOf(table, part, {
        limits,
        continuing,
        ...(continuing && { leaving: watch.sending }),
      });
      // A failed search counts as a request to a provider that may be refusing everything, which gets one a minute;
      // after an answered one the creation follows, and counts.
      if (reply.kind !== 'answered' && !continuing) watch.sending();
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
    placeOf: (strategy) => recordPlaceOf(settings, strategy).name,
    leavesFieldsOut,
    pausedUntil: () => Math.max(paced.pausedUntil(), watch.pausedUntil()),
    acceptance: watch.acceptance,
    refusingSince: watch.refusingSince,
    deliver,
    find,
  };
}
