import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '#server/system/log.ts';
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
