import type { StoredRecord } from '../../fakes/airtable/table.ts';
import type { RequestLog } from '../../fakes/airtable.ts';
import type { Counts, Finding } from './row.ts';
import { type SentLead, tallied, wordsIn, wordsOf } from './words.ts';

/** What the provider takes in a second (https://airtable.com/developers/web/api/rate-limits). */
const REQUESTS_A_SECOND = 5;

/** Leads that a broken row names. */
const MOST_SHOWN = 6;

/** What stands at the provider, and what was asked of it. */
export interface Provided {
  readonly records: readonly StoredRecord[];
  readonly requests: readonly Pick<RequestLog, 'at'>[];
}

export type Judgement = Pick<Finding, keyof Counts | 'broken'>;

/** What the visitors know. */
export interface Told {
  readonly acknowledged: Iterable<SentLead>;
  /** Acknowledged or not: what was sent may be delivered. */
  readonly sent: Iterable<SentLead>;
}

/**
 * Holds the client's log against the provider's records; it knows nothing of the program between. A lead is delivered
 * when a record was made with its very words, whatever people have written into it since. It is merged when its words
 * stand in no record of its own but in another's, and a record is overwritten when it holds anything but what it was
 * made with and what people have written.
 */
export function judge({ acknowledged, sent }: Told, { records, requests }: Provided): Judgement {
  const made = tallied(records.map((record) => wordsIn(record.made)));
  const changed = records.filter((record) => !isAsLeft(record));
  const moved = tallied(changed.map(({ fields }) => wordsIn(fields)));
  const wanted = tallied([...acknowledged].map(wordsOf));
  const known = tallied([...sent].map(wordsOf));
  let lacking = 0;
  let merged = 0;
  const which: string[] = [];
  for (const [words, count] of wanted) {
    const without = Math.max(0, count - (made.get(words) ?? 0));
    if (without > 0) which.push(`missing ${words}`);
    lacking += without;
    merged += Math.min(without, moved.get(words) ?? 0);
  }
  const missing = lacking - merged;
  let twice = 0;
  for (const [words, count] of made) {
    const more = Math.max(0, count - (known.get(words) ?? 0));
    if (more > 0) which.push(`more than once ${words}`);
    twice += more;
  }
  const overwritten = changed.length;
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const busiest = busiestSecond(requests.map(({ at }) => at));
  return {
    acknowledged: total,
    delivered: total - lacking,
    missing,
    twice,
    merged,
    overwritten,
    broken: [
      ...(missing > 0 ? [`${missing} acknowledged leads are not at the provider`] : []),
      ...(twice > 0 ? [`${twice} records more than there were leads`] : []),
      ...(merged > 0 ? [`${merged} leads stand in another’s record`] : []),
      ...which.slice(0, MOST_SHOWN),
      ...(overwritten > 0 ? [`${overwritten} records no longer hold what they held`] : []),
      ...(busiest > REQUESTS_A_SECOND ? [`${busiest} requests in one second`] : []),
    ],
  };
}

function isAsLeft({ fields, made, edited }: StoredRecord): boolean {
  const left: Readonly<Record<string, string>> = { ...made, ...edited };
  const names = new Set([...Object.keys(left), ...Object.keys(fields)]);
  return [...names].every((name) => fields[name] === left[name]);
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
  const total = (key: keyof Counts) => judgements.reduce((sum, judgement) => sum + judgement[key], 0);
  return {
    acknowledged: total('acknowledged'),
    delivered: total('delivered'),
    missing: total('missing'),
    twice: total('twice'),
    merged: total('merged'),
    overwritten: total('overwritten'),
    broken: judgements.flatMap(({ broken }) => broken),
  };
}
