import type { OutboxState, QueueFront } from '../store/outbox/outbox-state.ts';
import type { Family } from './exposition.ts';

/** Where the stored leads stand now; with PostgreSQL, those of all servers together. */
export function outboxFamilies(state: OutboxState & QueueFront, stalled: boolean): Family[] {
  const { waiting, refused, held, oldestMs, dueForMs } = state;
  return [
    {
      name: 'oui48_outbox_leads',
      help:
        'Leads by where their delivery stands, counted up to 2000; refused ones go on being tried, held ones wait for ' +
        'an operator. What was delivered is in oui48_delivery_attempts_total.',
      type: 'gauge',
      samples: Object.entries({ waiting, refused, held }).map(([kind, value]) => ({
        labels: { state: kind },
        value,
      })),
    },
    {
      name: 'oui48_outbox_oldest_waiting_seconds',
      help: 'Age of the oldest of the first 2000 leads in the queue, held ones left out; 0 when there is none.',
      type: 'gauge',
      samples: [{ value: oldestMs / 1000 }],
    },
    {
      name: 'oui48_outbox_due_seconds',
      help: 'For how long the first lead in the queue has been due; 0 when none is.',
      type: 'gauge',
      samples: [{ value: dueForMs / 1000 }],
    },
    {
      name: 'oui48_delivery_stalled',
      help: '1 when something has been due for over 10 minutes, nothing was delivered meanwhile and the provider asked for no pause.',
      type: 'gauge',
      samples: [{ value: stalled ? 1 : 0 }],
    },
    {
      name: 'oui48_delivery_paused',
      help: '1 while the operator has paused the delivery.',
      type: 'gauge',
      samples: [{ value: state.pausedSince === null ? 0 : 1 }],
    },
  ];
}
