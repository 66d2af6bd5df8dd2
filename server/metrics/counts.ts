import type { Outcome } from '../destinations/destination.ts';
import type { Family, Sample } from './exposition.ts';

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5];

/** What a lead may be answered: each is there from the start, since a rise from nothing at all is none to Prometheus. */
const STATUSES = [200, 201, 303, 403, 409, 413, 415, 422, 429, 503];

export interface Counts {
  /** An answer of the public listener. */
  answered(milliseconds: number): void;
  /** An answer to a lead. */
  leadAnswered(status: number): void;
  attempted(outcome: Outcome['kind']): void;
  families(): Family[];
}

/** What this process has counted since it began. */
export function startCounts(): Counts {
  const answers = Array<number>(BUCKETS.length + 1).fill(0);
  const leads = new Map(STATUSES.map((status) => [status, 0]));
  const attempts = { delivered: 0, rejected: 0, transient: 0 };
  let seconds = 0;

  return {
    answered(milliseconds) {
      const took = milliseconds / 1000;
      const bucket = BUCKETS.findIndex((end) => took <= end);
      const index = bucket === -1 ? BUCKETS.length : bucket;
      answers[index] = (answers[index] ?? 0) + 1;
      seconds += took;
    },
    leadAnswered: (status) => void leads.set(status, (leads.get(status) ?? 0) + 1),
    attempted(outcome) {
      attempts[outcome] += 1;
    },
    families: () => [
      {
        name: 'oui48_leads_total',
        help: 'Answers to leads by status: 201 and 303 accepted, 200 repeated, others refused.',
        type: 'counter',
        samples: [...leads].map(([status, value]) => ({ labels: { status: String(status) }, value })),
      },
      {
        name: 'oui48_delivery_attempts_total',
        help: 'Leads sent to the destination, by what became of each.',
        type: 'counter',
        samples: Object.entries(attempts).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      {
        name: 'oui48_request_duration_seconds',
        help: 'From the first byte of a request to the last of its answer.',
        type: 'histogram',
        samples: histogram(answers, seconds),
      },
    ],
  };
}

/** Buckets are cumulative there, and the last one holds everything. */
function histogram(counts: readonly number[], sum: number): Sample[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return { suffix: '_bucket', labels: { le: String(BUCKETS[index] ?? '+Inf') }, value: total };
  });
  return [...buckets, { suffix: '_sum', value: sum }, { suffix: '_count', value: total }];
}
