import type { StoredRecord } from '../../fakes/airtable/table.ts';
import type { RequestLog } from '../../fakes/airtable.ts';
import type { SentLead } from './client.ts';
import type { Finding } from './row.ts';

/** What the provider takes in a second (https://airtable.com/developers/web/api/rate-limits). */
const REQUESTS_A_SECOND = 5;

/** What stands at the provider, and what was asked of it. */
export interface Provided {
  readonly records: readonly StoredRecord[];
  readonly requests: readonly Pick<RequestLog, 'at'>[];
}

export type Judgement = Pick<Finding, 'acknowledged' | 'delivered' | 'missing' | 'twice' | 'broken'>;

/**
 * Holds the client's log of acknowledgements against the provider's records; it knows nothing of the program between.
 * Every test lead has an e-mail of its own, which all strategies send.
 */
export function judge(
  acknowledged: ReadonlyMap<string, SentLead>,
  { records, requests }: Provided,
): Judgement {
  const byEmail = Map.groupBy(records, ({ fields }) => fields.Email);
  const holds = ({ name, email, url }: SentLead) =>
    byEmail
      .get(email)
      ?.some(({ fields }) => fields.Name === name && (url === undefined || fields.URL === url));
  const missing = [...acknowledged.values()].filter((lead) => !holds(lead)).length;
  const twice = [...byEmail.values()].filter((same) => same.length > 1).length;
  const busiest = busiestSecond(requests.map(({ at }) => at));
  return {
    acknowledged: acknowledged.size,
    delivered: acknowledged.size - missing,
    missing,
    twice,
    broken: [
      ...(missing > 0 ? [`I1: ${missing} acknowledged leads are not at the provider`] : []),
      ...(twice > 0 ? [`I1: ${twice} leads are at the provider more than once`] : []),
      ...(busiest > REQUESTS_A_SECOND ? [`I4: ${busiest} requests in one second`] : []),
    ],
  };
}

/** The most requests in any stretch of one second, whenever it begins. */
export function busiestSecond(instants: readonly number[]): number {
  const sorted = instants.toSorted((a, b) => a - b);
  let from = 0;
  let most = 0;
  for (const [index, at] of sorted.entries()) {
    while (at - (sorted[from] ?? at) >= 1_000) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/** Several judgements, each over a provider of its own, as one. */
export function together(judgements: readonly Judgement[]): Judgement {
  const total = (key: 'acknowledged' | 'delivered' | 'missing' | 'twice') =>
    judgements.reduce((sum, judgement) => sum + judgement[key], 0);
  return {
    acknowledged: total('acknowledged'),
    delivered: total('delivered'),
    missing: total('missing'),
    twice: total('twice'),
    broken: judgements.flatMap(({ broken }) => broken),
  };
}
