import { LEAD_STATES } from '../store/operator-lead.ts';
import type { OperatorReader } from '../store/operator-reader.ts';
import type { Family } from './exposition.ts';

/** Where the stored leads stand now; with PostgreSQL, those of all servers together. */
export async function outboxFamilies(
  reader: Pick<OperatorReader, 'counts' | 'oldestWaitingAt'>,
  now: number,
): Promise<Family[]> {
  const [counts, oldest] = await Promise.all([reader.counts(), reader.oldestWaitingAt()]);
  return [
    {
      name: 'oui48_outbox_leads',
      help: 'Leads by where their delivery stands; refused ones go on being tried, held ones wait for an operator.',
      type: 'gauge',
      samples: LEAD_STATES.map((state) => ({ labels: { state }, value: counts[state] })),
    },
    {
      name: 'oui48_outbox_oldest_waiting_seconds',
      help: 'Age of the oldest lead that is to be delivered, held ones left out; 0 when there is none.',
      type: 'gauge',
      samples: [{ value: oldest === undefined ? 0 : Math.max(0, (now - oldest) / 1000) }],
    },
  ];
}
