import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../tests/service/temporary-folder.ts';
import { alarmCommand } from './alarm-command.ts';
import type { AlarmDetail } from './watch-alarms.ts';

const since = Date.parse('2026-11-23T08:00:00Z');
const raised: AlarmDetail = { alarm: 'mail-down', spell: 1, since };

/** A program in a folder whose name a shell would take apart. */
function program(lines: string) {
  const folder = join(temporaryFolder());
  const path = join(folder, 'alerte; touch oh no');
  writeFileSync(path, `#!/bin/sh\ncd ${folder}\n${lines}\n`);
  chmodSync(path, 0o700);
  return { folder, path };
}

function over(path: string, timeoutMs?: number) {
  const log = { error: vi.fn(), info: vi.fn() };
  const command = alarmCommand(path, log, timeoutMs);
  onTestFinished(() => command.stop());
  return { log, command };
}

test('an alarm’s JSON comes on the standard input, when it begins and when it ends; no shell, no settings', async () => {
  vi.stubEnv('AIRTABLE_TOKEN', 'patSecret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { folder, path } = program('cat >> told; echo $# >> args; env >> environment');
  const { log, command } = over(path);
  await command.tell(raised, '421 Not now');
  await command.tell({ ...raised, until: since + 60_000 }, undefined);
  const told = readFileSync(join(folder, 'told'), 'utf8').trim().split('\n');
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { type: 'alarm.raised', alarm: 'mail-down', since: '2026-11-23T08:00:00.000Z', cause: '421 Not now' },
    { type: 'alarm.over', alarm: 'mail-down', until: '2026-11-23T08:01:00.000Z' },
  ]);
  expect(told[0]).toContain('npm run doctor');
  expect(readFileSync(join(folder, 'args'), 'utf8')).toBe('0\n0\n');
  expect(readFileSync(join(folder, 'environment'), 'utf8')).not.toContain('patSecret');
  expect(existsSync(join(folder, 'oh'))).toBe(false);
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ['ends with another code', 'exit 3', /code de sortie 3/],
  ['hangs', 'exec sleep 60', /SIGKILL/],
])('one that %s is logged, without the cause', async (_what, lines, reason) => {
  const { log, command } = over(program(lines).path, 300);
  await command.tell(raised, 'said by ada@example.ch');
  expect(log.error.mock.calls).toEqual([
    [{ alarm: 'mail-down', reason: expect.stringMatching(reason) }, expect.stringContaining('ALARM_COMMAND')],
  ]);
  expect(JSON.stringify(log.error.mock.calls)).not.toContain('ada@');
});

test('one that is not there is logged, and one that reads nothing is no fault', async () => {
  const missing = over(join(temporaryFolder(), 'none'));
  await missing.command.tell(raised, undefined);
  expect(missing.log.error.mock.calls[0]?.[0]).toMatchObject({ reason: expect.stringContaining('ENOENT') });
  const deaf = over(program('exec true').path);
  await deaf.command.tell(raised, 'x'.repeat(1_000_000));
  expect(deaf.log.error).not.toHaveBeenCalled();
});
