import { expect, test } from 'vitest';
import type { AlarmName } from '#content/alarms.ts';
import { type AlarmStep, nextAlarmStep } from './alarms.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Goes through the looks at one alarm and says what was done at each. */
function spells(name: AlarmName, looks: readonly { at: number; holds: boolean; accepted?: number }[]) {
  let row: Parameters<typeof nextAlarmStep>[1];
  return looks.map(({ at, holds, accepted = 0 }) => {
    const step: AlarmStep = nextAlarmStep(name, row, {
      now: at,
      holding: new Set(holds ? [name] : []),
      lastAccepted: accepted,
    });
    if (step.kind === 'watch' || step.kind === 'raise')
      row = {
        spell: step.spell,
        since: step.since,
        raised_at: step.kind === 'raise' ? at : null,
        ended_at: null,
      };
    if (row && (step.kind === 'end' || step.kind === 'forget')) row = { ...row, ended_at: at };
    return step.kind === 'none' || step.kind === 'forget' ? step.kind : `${step.kind} ${step.spell}`;
  });
}

test('each spell is told once, and its end once', () => {
  const looks = [false, true, true, true, false, false, true, false].map((holds, at) => ({ at, holds }));
  expect(spells('delivery-late', looks)).toEqual([
    'none',
    'raise 1',
    'none',
    'none',
    'end 1',
    'none',
    'raise 2',
    'end 2',
  ]);
});

test('mails have to be refused for an hour; one that is accepted in between begins the hour anew', () => {
  const down = (at: number, accepted = 0) => ({ at, holds: true, accepted });
  expect(spells('mail-down', [down(1), down(59 * MINUTE), down(1 + HOUR), down(2 * HOUR)])).toEqual([
    'watch 1',
    'none',
    'raise 1',
    'none',
  ]);
  const accepted = [
    down(1),
    down(30 * MINUTE, 30 * MINUTE),
    down(31 * MINUTE, 30 * MINUTE),
    down(1 + HOUR, 30 * MINUTE),
    down(2 * HOUR, 30 * MINUTE),
  ];
  expect(spells('mail-down', accepted)).toEqual(['watch 1', 'forget', 'watch 2', 'none', 'raise 2']);
});

test('the first mail that is accepted ends it, whatever else still waits', () => {
  const looks = [
    { at: 1, holds: true },
    { at: 2 * HOUR, holds: true },
    { at: 3 * HOUR, holds: true, accepted: 3 * HOUR - 1 },
  ];
  expect(spells('mail-down', looks)).toEqual(['watch 1', 'raise 1', 'end 1']);
});

test('a clock that was set back does not raise at once, nor wait for the time it showed', () => {
  const looks = [
    { at: 48 * HOUR, holds: true },
    { at: HOUR, holds: true },
    { at: HOUR + 59 * MINUTE, holds: true },
    { at: 2 * HOUR, holds: true },
  ];
  expect(spells('mail-down', looks)).toEqual(['watch 1', 'watch 1', 'none', 'raise 1']);
});
