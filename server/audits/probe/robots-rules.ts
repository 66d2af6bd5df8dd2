/** Whether a path may be fetched, and by whom (RFC 9309). */
export interface Robots {
  /** Whether a group of its own names the agent, and bars the path. */
  readonly bars: (agent: string, path: string) => boolean;
  /** The same, but the group for everybody counts where none names the agent. */
  readonly barsByAnyGroup: (agent: string, path: string) => boolean;
}

interface Group {
  readonly agents: string[];
  readonly rules: { readonly allow: boolean; readonly pattern: string }[];
}

/** Characters that are read; the file of a large shop has a tenth. */
const LONGEST = 65_536;
const MOST_RULES = 500;
/** Characters of a path that a rule is compared with; longer ones are cut, on both sides. */
const LONGEST_PATH = 2_000;

export function readRobots(text: string): Robots {
  const groups = parseGroups(text.slice(0, LONGEST));
  const of = (agent: string) => groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  return {
    bars: (agent, path) => barred(of(agent), path.slice(0, LONGEST_PATH)),
    barsByAnyGroup(agent, path) {
      const own = of(agent);
      return barred(own.length > 0 ? own : of('*'), path.slice(0, LONGEST_PATH));
    },
  };
}

function parseGroups(text: string): readonly Group[] {
  const groups: Group[] = [];
  let namingAgents = false;
  let rules = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === 'user-agent') {
      if (!namingAgents) groups.push({ agents: [], rules: [] });
      namingAgents = true;
      groups.at(-1)?.agents.push(value.trim().toLowerCase());
    } else if (key === 'allow' || key === 'disallow') {
      namingAgents = false;
      rules += 1;
      if (rules > MOST_RULES) break;
      const pattern = value.trim().slice(0, LONGEST_PATH);
      if (pattern !== '') groups.at(-1)?.rules.push({ allow: key === 'allow', pattern });
    }
  }
  return groups;
}

/** The longest pattern that fits decides; of two alike, the one that allows. */
function barred(groups: readonly Group[], path: string): boolean {
  const fitting = groups
    .flatMap(({ rules }) => rules)
    .filter(({ pattern }) => fits(pattern, path))
    .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  return fitting[0]?.allow === false;
}

/** `*` is any text, `$` at the end is the end. No regular expression: a hostile file could make one run for ever. */
function fits(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    if (index === 0) {
      if (!path.startsWith(part)) return false;
      at = part.length;
    } else if (last && anchored) {
      if (path.length - part.length < at || !path.endsWith(part)) return false;
      at = path.length;
    } else {
      const found = path.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
  }
  return !anchored || at === path.length;
}

/** Rules of `X-Robots-Tag` and of the robots meta element that take a value: their name is no search engine's. */
const VALUED = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after|indexifembedded)$/;

/**
 * Whether rules keep a page out of search engines at large, or out of Google's: by the bare words `noindex` and `none`
 * alone (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag). What stands behind another
 * engine's name is for that one.
 */
export function barsIndexing(rules: string): boolean {
  let addressed = true;
  for (const part of rules.toLowerCase().split(/[,;]/)) {
    // The value of a rule is no rule: `max-image-preview: none` does not mean `none`.
    const [, name, rest = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(part) ?? [];
    if (name !== undefined && VALUED.test(name)) continue;
    if (name !== undefined) addressed = name === 'googlebot' || name === 'robots';
    const words = (name === undefined ? part : rest)
      .replaceAll(/[\w-]+\s*:\s*\S+/g, ' ')
      .trim()
      .split(/\s+/);
    if (addressed && words.some((word) => word === 'noindex' || word === 'none')) return true;
  }
  return false;
}
