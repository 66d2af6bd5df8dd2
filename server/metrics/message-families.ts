import { ALARM_NAMES, type StandingAlarm } from '../messages/alarms.ts';
import type { MailSummary } from '../messages/summary.ts';
import type { Family } from './exposition.ts';

/** How the mails fare and which alarms stand; with PostgreSQL, over all servers together. @param now milliseconds since the epoch */
export function messageFamilies(
  { stuck, stuckSince }: MailSummary,
  alarms: readonly StandingAlarm[],
  now: number,
): Family[] {
  return [
    {
      name: 'oui48_mails_stuck',
      help: 'Mails that were attempted and that no mail server has accepted yet; each goes on being tried.',
      type: 'gauge',
      samples: [{ value: stuck }],
    },
    {
      name: 'oui48_mails_stuck_seconds',
      help: 'For how long the oldest of them has been owed; 0 when there is none.',
      type: 'gauge',
      samples: [{ value: stuckSince === undefined ? 0 : Math.max(0, now - stuckSince) / 1000 }],
    },
    {
      name: 'oui48_alarm',
      help: '1 while an alarm stands of which the owner was told.',
      type: 'gauge',
      samples: ALARM_NAMES.map((alarm) => ({
        labels: { alarm },
        value: alarms.some(({ name }) => name === alarm) ? 1 : 0,
      })),
    },
  ];
}
