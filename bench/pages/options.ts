import { parseArgs } from 'node:util';
import { EFFECT_PAGES, HERO_PAGES } from '../../tests/e2e/support/kinds.ts';

/** One of each kind: the funnel, every page with an effect, every large drawing, and a legal page for the nine alike. */
const ONE_OF_EACH = [
  ...new Set([...HERO_PAGES, '/validation', ...Object.keys(EFFECT_PAGES), '/restaurants', '/privacy-policy']),
];

export interface Options {
  /** Lighthouse runs of each page and of the floor. */
  readonly runs: number;
  /** What Lighthouse visits; bytes are weighed on every page. */
  readonly pages: readonly string[];
}

/**
 * Reads `--runs 3`, `--pages /sales,/home` or `--pages all`, and `--quick`: once, and few pages.
 * @param all every page of the site
 */
export function readOptions(args: readonly string[], all: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      pages: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs ?? (values.quick ? 1 : 3));
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs : un nombre entier à partir de 1.');
  const pages =
    values.pages === 'all' ? all : (values.pages?.split(',') ?? (values.quick ? HERO_PAGES : ONE_OF_EACH));
  const unknown = pages.filter((page) => !all.includes(page));
  if (unknown.length > 0)
    throw new Error(`--pages : ${unknown.join(', ')} n’existe pas dans le site construit.`);
  return { runs, pages };
}
