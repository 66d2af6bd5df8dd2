import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeFacts, AxeRule } from '../audit-facts.ts';
import type { Isolated } from './isolated.ts';

/** The rules of axe-core that answer each of our questions. */
const RULES: Readonly<Record<keyof AxeFacts, readonly string[]>> = {
  contrast: ['color-contrast'],
  labels: ['label', 'select-name'],
  alt: ['image-alt', 'input-image-alt', 'area-alt'],
  targets: ['target-size'],
};

interface Found {
  readonly id: string;
  readonly nodes: number;
  readonly example: string | null;
}

type Results = Readonly<Record<'violations' | 'incomplete' | 'passes', readonly Found[]>>;

let source: Promise<string> | undefined;

/** What axe-core finds in the page; undefined when it cannot look in that time. */
export async function runAxe(world: Isolated, ms: number): Promise<AxeFacts | undefined> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  try {
    await world.evaluate(`${await source};undefined`, ms);
    return summed(await world.evaluate<Results>(expression(), ms));
  } catch {
    return undefined;
  }
}

function expression(): string {
  const rules = Object.values(RULES).flat();
  return `(async () => {
    const results = await axe.run(document, {
      runOnly: ${JSON.stringify(rules)}, rules: { 'target-size': { enabled: true } }, iframes: false,
      resultTypes: ['violations', 'incomplete', 'passes'],
    });
    const short = (list) => list.map(({ id, nodes }) => ({
      id, nodes: nodes.length, example: nodes.length > 0 ? String(nodes[0].target[0]).slice(0, 120) : null,
    }));
    return { violations: short(results.violations), incomplete: short(results.incomplete), passes: short(results.passes) };
  })()`;
}

function summed(results: Results): AxeFacts {
  const rule = (name: keyof AxeFacts): AxeRule => {
    const own = (list: readonly Found[]) => list.filter(({ id }) => RULES[name].includes(id));
    const count = (list: readonly Found[]) => own(list).reduce((sum, { nodes }) => sum + nodes, 0);
    const example = own(results.violations)[0]?.example;
    return {
      failed: count(results.violations),
      undecided: count(results.incomplete),
      passed: count(results.passes),
      ...(example && { example }),
    };
  };
  return { contrast: rule('contrast'), labels: rule('labels'), alt: rule('alt'), targets: rule('targets') };
}
