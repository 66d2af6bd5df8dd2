import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { auditProcesses, type ProcessLimits } from '#server/audits/process/audit-process.ts';
import { AuditKilled } from '#server/audits/process/audit-protocol.ts';
import { misbehaving, type Started, type Way } from '../../fixtures/audits/misbehaving.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** An audit whose process misbehaves. */
function audit(
  way: Way,
  limits: Partial<ProcessLimits> = {},
  signal = new AbortController().signal,
  { line, onStep = () => {} }: { line?: string; onStep?: () => void } = {},
) {
  const file = join(temporaryFolder(), 'started.json');
  const engine = auditProcesses({
    ...{ publicUrl: 'https://oui-48.example', now: Date.now, limits },
    environment: misbehaving(way, file, line),
  });
  const running = engine(
    { url: 'https://site.test/', schemeTyped: true },
    { browser: false, signal, onStep },
  );
  return { running, started: () => JSON.parse(readFileSync(file, 'utf8')) as Started, file };
}

const isThere = (pid: number) => existsSync(`/proc/${pid}`);

it.each([
  ['spins', { lifeMs: 2_500 }, /more than 2500 ms/],
  ['hangs', { lifeMs: 2_500 }, /more than 2500 ms/],
  ['fills', {}, /more than 256 MB/],
  ['talks', {}, /said too much/],
  ['throws', {}, /nobody catches this/],
  ['aborts', {}, /SIGABRT/],
] as const)(
  'a site that makes its audit’s process misbehave (%s) ends that process alone',
  async (way, limits, why) => {
    const { running, started, file } = audit(way, limits);
    await expect(running).rejects.toSatisfy(
      (error) => error instanceof AuditKilled && why.test(error.message),
    );
    // On a busy machine its time may be over before it has begun.
    if (existsSync(file)) expect(isThere(started().pid)).toBe(false);
  },
);

const FACTS =
  '"version":1,"asked":"a","url":"a","measuredAt":"m","legal":[],"visit":{"end":"seen"},"browser":{"measured":false}';

it.each([
  '{"audit":null}',
  '{"audit":{"facts":null,"pictures":[]}}',
  `{"audit":{"facts":{${FACTS}},"pictures":[{"name":"phone"}]}}`,
  `{"audit":{"facts":{${FACTS}},"pictures":{}}}`,
  '{"step":"rm -rf"}',
  '{"step":"page","picture":{"name":"phone","type":"text/html","width":1,"height":1,"base64":"PGI+"}}',
  'null',
  '[]',
  '{"__proto__":{"step":"page"}}',
  '{"audit":',
])('a process that says %s ends with its audit, and the server goes on', async (line) => {
  const { running } = audit('lies', {}, undefined, { line });
  await expect(running).rejects.toSatisfy(
    (error) => error instanceof AuditKilled && /said what no audit says/.test(error.message),
  );
});

it('what the server cannot do with a step ends that audit alone', async () => {
  const onStep = () => {
    throw new Error('no');
  };
  await expect(audit('hangs', {}, undefined, { onStep }).running).rejects.toThrow(AuditKilled);
});

it('what a process leaves behind is taken away with its folder, which nobody else may enter', async () => {
  const parent = temporaryFolder();
  vi.stubEnv('TMPDIR', parent);
  const { running, started } = audit('aborts');
  await expect(running).rejects.toThrow(AuditKilled);
  const { TMPDIR = '' } = started().env;
  expect(dirname(TMPDIR)).toBe(parent);
  expect(readdirSync(parent).filter((name) => name.startsWith('audit-'))).toEqual([]);
});

it('the process cannot read a database that lies beside the program', async () => {
  // Of temporary files the tests' process may use all, and a checkout may be among them.
  vi.stubEnv('TMPDIR', temporaryFolder());
  const cache = join(import.meta.dirname, '../../../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'leads.sqlite');
  writeFileSync(file, 'leads');
  await expect(audit('reaches', {}, undefined, { line: file }).running).rejects.toThrow('done: []');
  expect(readFileSync(file, 'utf8')).toBe('leads');
});

it('the process knows no setting and no secret, and gives way to all others', async () => {
  vi.stubEnv('AIRTABLE_TOKEN', 'pat-secret');
  vi.stubEnv('DATABASE_URL', 'postgres://secret');
  const { running, started } = audit('throws');
  await expect(running).rejects.toThrow(AuditKilled);
  const { env, priority, session } = started();
  const known = ['HOME', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'PATH', 'TMPDIR'];
  expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
  expect(priority).toBe(constants.priority.PRIORITY_LOW);
  if (existsSync('/proc/self/autogroup')) expect(session).toBe('5');
});

it.each(['throws', 'spins'] as const)(
  'nobody waits any more for one that %s: it is gone within 2 s',
  async (way) => {
    const nobody = new AbortController();
    const { running, started, file } = audit(way, {}, nobody.signal);
    if (way === 'spins') await expect.poll(() => existsSync(file)).toBe(true);
    const from = performance.now();
    nobody.abort();
    await expect(running).rejects.toThrow(/aborted/);
    expect(performance.now() - from).toBeLessThan(2_000);
    if (way === 'spins') expect(isThere(started().pid)).toBe(false);
  },
);

it('a program that cannot be started is no fault of the site: the audit may be tried again', async () => {
  const path = process.execPath;
  try {
    process.execPath = '/nowhere/node';
    const { running } = audit('throws');
    await expect(running).rejects.toSatisfy((error) => !(error instanceof AuditKilled));
  } finally {
    process.execPath = path;
  }
});
