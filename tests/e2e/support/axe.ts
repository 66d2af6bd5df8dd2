import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds against WCAG 2.2 AA and good practice, one line an element.
 * @param within a CSS selector of the part of the page to check, such as the open dialog; without it the whole page
 */
export async function axeViolations(page: Page, within?: string): Promise<string[]> {
  // Evaluated, not added as an element: the site's content security policy would refuse it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(
    async ([values, part]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(part ?? document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      });
      return violations;
    },
    [TAGS, within] as const,
  );
  return found.flatMap(lines);
}

function lines({ id, help, nodes }: Result): string[] {
  return nodes.map(({ target, failureSummary }) => {
    const why = failureSummary?.split('\n').slice(1).join(' ').trim();
    return `${id}: ${help} at ${target.join(' ')} (${why})`;
  });
}
