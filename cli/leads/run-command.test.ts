import { expect, it } from 'vitest';
import { commands, run } from './run-command.ts';

const ran = (...args: string[]) => ranWith([], ...args);

/** @param keptByNpm names of options that npm took */
async function ranWith(keptByNpm: readonly string[], ...args: string[]) {
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
    keptByNpm,
  });
  return { code, error, lines };
}

it.each([
  [[], 'manque une commande'],
  [['fly'], '«\u202ffly\u202f» n’existe pas'],
  [['toString'], 'n’existe pas'],
  [['\u001b[31m'], '‹U+001B›'],
  [['won', 'anne@example.ch', '--amount', '1500'], '«\u202fwon\u202f» se fait au bureau'],
  [['owed', '--json'], './oui desk'],
  [['list', '--fly'], 'L’option --fly de list n’existe pas'],
  [['list', '-x'], 'L’option -x de list n’existe pas'],
  [['list', '--fl\u001by'], '‹U+001B›'],
  [['list', '--limit'], 'L’option --limit de list n’a pas la valeur'],
  [['list', '--limit', '--held'], 'L’option --limit de list n’a pas la valeur'],
  [['list', '--json=3'], 'L’option --json de list n’a pas la valeur'],
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
  [['cancel-calls'], '--since'],
  [['cancel-calls', '--since', 'hier'], '--since'],
  [['cancel-calls', 'zoe@example.ch', '--since', '14:05'], '--since'],
  [['release-calls', 'zoe@example.ch', '--held'], 'release-calls'],
  [['pause', 'abc'], 'pause'],
  [['resume', 'abc'], 'resume'],
  [['erase', 'abc', '--held', '--before', '2026-11-01'], '--held'],
  [['erase', '--held', '--before', '2026-02-30'], '--before'],
  [['erase', '--held', '--before', 'hier'], '--before'],
  [['funnel', 'abc'], 'funnel'],
  [['funnel', '--from', '2026-02-30'], '--from 2026-02-30'],
  [['after-restore', 'abc'], 'after-restore'],
  [['help', 'fly'], '«\u202ffly\u202f» n’existe pas'],
])('%j is refused in one line that says where help is, with exit code 2', async (args, words) => {
  const { code, error, lines } = await ran(...args);
  expect({ code, lines }).toEqual({ code: 2, lines: [] });
  expect(error).toContain(words);
  const of = commands.has(args[0] ?? '') ? ` ${args[0]}` : '';
  expect(error).toMatch(new RegExp(`^.+ Aide\u202f: \\./oui help${of}\n$`));
});

it('an option that npm kept for itself is named in an error', async () => {
  const { code, error } = await ranWith(['json', 'loglevel'], 'list');
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('npm a gardé --json pour lui') });
  expect((await ranWith(['limit', 'held'], 'list')).error).toContain('--held et --limit');
  expect((await ranWith(['loglevel'], 'list')).code).toBe(1);
});

it('an option that arrived counts although npm has a setting of the same name', async () => {
  // The first thing that happens after the options are accepted: the environment is read, which throws here.
  expect((await ranWith(['yes'], 'erase', 'anne@example.ch', '--yes')).error).toContain(
    'nothing may be read',
  );
  expect((await ranWith(['yes'], 'erase', 'anne@example.ch')).error).toContain('npm a gardé --yes');
});

it.each([...commands.keys()])('%s --help prints the usage and runs nothing', async (name) => {
  for (const asked of [
    [name, '--help'],
    [name, '-h'],
    ['help', name],
  ]) {
    const { code, error, lines } = await ran(...asked);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(lines.join()).toContain(`  ${commands.get(name)?.usage}\n`);
  }
});

it.each(['--help', '-h', 'help'])('%s shows the usage', async (asked) => {
  const { code, lines } = await ran(asked);
  expect(code).toBe(0);
  expect(lines.join()).toContain('Usage\u202f: ./oui <commande>');
});

it('--version prints the version', async () => {
  const { code, lines } = await ran('--version');
  expect({ code, lines }).toEqual({ code: 0, lines: [expect.stringMatching(/^oui-48 \d+\.\d+\.\d+$/)] });
});

it('an unexpected error is one French sentence without a stack', async () => {
  const { code, error } = await ran('list');
  expect(code).toBe(1);
  expect(error).toMatch(
    /^La commande s’est interrompue \(nothing may be read.*Les contacts enregistrés sont intacts.*\n$/,
  );
});
