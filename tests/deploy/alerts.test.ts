import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALARM_NAMES } from '#content/alarms.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { postJson, someLead, startServer } from '../service/test-server.ts';

const rules = readFileSync(join(import.meta.dirname, '../../deploy/prometheus/alerts.yml'), 'utf8');
const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text);

/** What an expression asks for: the name of a metric, and the labels it has to have. */
function asked(expression: string) {
  const names = [...expression.matchAll(/\b((?:oui48|process)_\w+)(?:\{([^}]*)\})?/g)];
  return names.map(([, name = '', labels = '']) => ({
    name,
    labels: labels.split(',').filter((label) => label !== '' && !label.startsWith('job=')),
  }));
}

test('every alert looks at something that /metrics says', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const { url, opsUrl } = await startServer({
    ...airtableEnvironment(fake),
    LEADS_PER_MINUTE: '1',
  });
  await postJson(url, someLead());
  await postJson(url, someLead());
  const metrics = (await (await fetch(`${opsUrl}/metrics`)).text()).split('\n');
  const wanted = expressions.flatMap(asked);
  expect(expressions.length).toBeGreaterThan(7);
  expect(wanted.length).toBeGreaterThan(7);
  const absent = wanted.filter(
    ({ name, labels }) =>
      !metrics.some(
        (line) =>
          (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) &&
          labels.every((label) => line.includes(label)),
      ),
  );
  expect(absent).toEqual([]);
});

test('every alert says in French what happened, what is safe or what to do', () => {
  const alerts = rules.split(/^ +- alert: /m).slice(1);
  expect(alerts).toHaveLength(expressions.length);
  for (const alert of alerts) {
    expect(alert).toMatch(/ severity: (page|ticket) /);
    expect(alert).toMatch(/^ +summary: .+\.$/m);
    expect(alert).toMatch(/^ +description: .+\..+\.$/m);
  }
});

test('every alarm has its alert, and its row in the runbook', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
  const named = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name]) => name).toSorted();
  expect(named(rules, /oui48_alarm\{alarm="([^"]+)"\}/g)).toEqual(ALARM_NAMES.toSorted());
  const table = runbook.split('| alerte |')[1]?.split('\n\n')[0] ?? '';
  expect(named(table, /^\| `([^`]+)` \|/gm)).toEqual(ALARM_NAMES.toSorted());
});
