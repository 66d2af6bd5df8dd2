import { expect, it } from 'vitest';
import { commands } from './commands.ts';
import { run } from './run.ts';

async function ran(...args: string[]) {
  let error = '';
  const lines: string[] = [];
  const code = await run(args, {
    environment: () => {
      throw new Error('nothing may be read before the command is understood');
    },
    output: {
      line: (text) => void lines.push(text),
      json: () => {},
      raw: async () => {},
    },
    error: (text) => {
      error += text;
    },
    ask: async () => '',
    now: () => 0,
  });
  return { code, error, lines };
}

it.each([
  [[], 'manque une commande'],
  [['fly'], '«\u202ffly\u202f» n’existe pas'],
  [['toString'], 'n’existe pas'],
  [['\u001b[31m'], '‹U+001B›'],
  [['list', '--fly'], 'option'],
  [['list', '--limit'], 'option'],
  [['list', '--json=3'], 'option'],
  [['list', '--limit', '0'], '--limit'],
  [['list', '--state', 'perdu'], '--state'],
  [['list', '--state', 'livré', '--held'], '--state'],
  [['list', 'abc'], 'show'],
  [['show'], 'show'],
  [['show', 'a', 'b'], 'show'],
  [['export', 'abc'], 'export'],
  [['retry'], 'retry'],
  [['retry', '--all', '--refused'], 'retry'],
  [['retry', 'abc', '--all'], 'retry'],
  [['release'], 'release'],
  [['release', 'abc', '--all'], 'release'],
  [['release', 'abc', '--held'], 'release'],
  [['erase'], 'erase'],
  [['erase', '--held'], '--before'],
  [['erase', '--before', '2026-11-01'], '--held'],
  [['erase', '--since', '14:05'], '--held'],
  [['erase', '--held', '--since', '25:00'], '--since'],
  [['hold'], '--since'],
  [['hold', '--since', 'hier'], '--since'],
  [['hold', '--since', ''], '--since'],
  [['hold', '--since', '2026-02-30T10:00'], '--since'],
  [['hold', 'abc', '--since', '14:05'], '--since'],
  [['pause', 'abc'], 'pause'],
  [['resume', 'abc'], 'resume'],
  [['erase', 'abc', '--held', '--before', '2026-11-01'], '--held'],
  [['erase', '--held', '--before', '2026-02-30'], '--before'],
  [['erase', '--held', '--before', 'hier'], '--before'],
  [['funnel', 'abc'], 'funnel'],
  [['after-restore', 'abc'], 'after-restore'],
])('%j is not understood: usage, and 2', async (args, words) => {
  const { code, error, lines } = await ran(...args);
  expect({ code, lines }).toEqual({ code: 2, lines: [] });
  const [first, ...rest] = error.split('\n');
  expect(first).toContain(words);
  expect(rest.join('\n')).toContain('Usage\u202f: npm run leads -- <commande>');
});

it.each([...commands.keys()])('%s tells how it is used, and does nothing', async (name) => {
  const { code, error, lines } = await ran(name, '--help');
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(lines.join()).toContain(`  ${commands.get(name)?.usage}\n`);
});

it('shows the usage to whoever asks', async () => {
  const { code, lines } = await ran('--help');
  expect(code).toBe(0);
  expect(lines.join()).toContain('Usage');
});

it('tells what it did not expect in plain words, without a stack', async () => {
  const { code, error } = await ran('list');
  expect(code).toBe(1);
  expect(error).toMatch(
    /^La commande s’est interrompue \(nothing may be read.*Les contacts enregistrés sont intacts.*\n$/,
  );
});
