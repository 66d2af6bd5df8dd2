import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import { createLog } from '#server/system/log.ts';
import { MAIN } from '../support/built-server.ts';
import { PROGRAM_ENVIRONMENT } from '../support/program-environment.ts';
import { workingFolder } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { postForm, postJson, someLead, startServer } from './test-server.ts';

const person = { name: 'Clémence Devaud', email: 'clemence.devaud@example.ch' };

test('a log line says what was asked and what was answered, and nothing about who asked', async () => {
  const server = await startServer({ LEADS_PER_MINUTE: '2', AIRTABLE_TOKEN: 'patTresSecret' });
  const { url } = server;
  const lead = someLead({ ...person, url: 'http://localhost/sales?de=campagne' });
  await postJson(url, lead);
  await postJson(url, { ...lead, name: `${person.name} 2` });
  await postJson(url, `{"name":"${person.name}",`);
  await postJson(url, { ...lead, id: 'x' });
  await postForm(url, person);
  await postForm(url, { ...person, name: `${person.name} 3` });
  await postForm(url, { ...person, email: 'clemence.devaud' });
  await fetch(`${url}/introduction?name=${encodeURIComponent(person.name)}&email=${person.email}`);
  await fetch(`${url}/sales/?email=${person.email}`, { headers: { authorization: 'Bearer patTresSecret' } });
  await server.stop();

  const log = server.log();
  const answers = log.split('\n').filter((line) => line.includes('"status"'));
  expect(answers.map((line) => JSON.parse(line).status)).toEqual([
    201, 409, 422, 422, 303, 429, 422, 200, 301, 200,
  ]);
  expect(JSON.parse(answers[7] ?? '')).toMatchObject({ method: 'GET', path: '/introduction' });
  expect(log).not.toMatch(
    /cl[ée]mence|devaud|example\.ch|campagne|patTresSecret|usr_|127\.0\.0\.1|::1|user-agent/i,
  );
});

test('what is logged by mistake is blotted out', () => {
  const lines: string[] = [];
  const log = createLog({ write: (line: string) => void lines.push(line) });
  log.info({ lead: person, email: person.email, headers: { cookie: 'c' }, row: person, token: 't0ken' }, 'x');
  log.error(
    { err: new TypeError(`cannot read ${person.email}`), req: { url: `/?email=${person.email}` } },
    'y',
  );
  expect(lines.join('')).not.toMatch(/Devaud|devaud|cookie|t0ken/);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ err: { type: 'TypeError' }, msg: 'y' });
});

test.each([
  ['ends by itself', ''],
  ['ends on an unforeseen error', "throw new Error('unforeseen');"],
  ['is told to end', 'process.exit(3);'],
])('no line is left behind when the process %s', (_, end) => {
  const program = `
    import { createLog } from '${resolve('server/system/log.ts')}';
    const log = createLog();
    for (let line = 0; line < 2_000; line += 1) log.info({ line });
    ${end}`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    encoding: 'utf8',
  });
  expect(stderr.match(/"line":\d+\}\n/g)).toHaveLength(2_000);
});

/** A pipe, as a file: 64 KiB of what is written to it wait for a reader. */
function pipe(): { readonly write: number; readonly read: number } {
  const path = join(temporaryFolder(), 'pipe');
  spawnSync('mkfifo', [path]);
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { read, write: openSync(path, 'w') };
}

const OUTPUTS: Readonly<Record<string, () => number>> = {
  'on a pipe whose reader sleeps': () => pipe().write,
  'on a pipe whose reader is gone': () => {
    const { read, write } = pipe();
    closeSync(read);
    return write;
  },
  'on a full disk': () => openSync('/dev/full', 'w'),
};

test.each([...Object.keys(OUTPUTS), 'in a terminal that is stopped'])(
  'a server with its log %s starts, takes leads, says how it fares, and stops',
  async (where) => {
    const [port, opsPort] = [await freePort(), await freePort()];
    const output = (OUTPUTS[where] ?? (() => pipe().write))();
    // The terminal's other end waits for the pipe, and so reads no more of the terminal.
    const inTerminal = ['script', '-qec', `exec ${process.execPath} ${MAIN}`, '/dev/null'];
    const [program = '', ...words] = where in OUTPUTS ? [process.execPath, MAIN] : inTerminal;
    const child = spawn(program, words, {
      cwd: await workingFolder(),
      env: { ...PROGRAM_ENVIRONMENT, PORT: `${port}`, OPS_PORT: `${opsPort}`, LEADS_PER_MINUTE: '9' },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    const ended = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    const answers = (address: string) => fetch(address).then(({ status }) => status);
    await expect.poll(() => answers(url).catch(() => 0), { timeout: 20_000 }).toBe(200);
    // A line of more than 80 bytes for each: more than the pipe holds.
    for (let round = 0; round < 40; round += 1)
      await Promise.all(Array.from({ length: 25 }, () => answers(`${url}/sales`)));
    expect((await postJson(url, someLead())).status).toBe(201);
    expect(await answers(`http://127.0.0.1:${opsPort}/readyz`)).toBe(200);
    if (!(where in OUTPUTS)) return;
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  60_000,
);
