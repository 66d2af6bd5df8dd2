import type { Page } from 'playwright-core';
import { type Gallery, workOf } from '../../tests/e2e/effects/gallery.ts';
import type { Row } from '../report.ts';
import { ambient, begin, fluid, type Subject, sparkle } from './subjects.ts';

/** Draws a second of real time at rest, scrolled away and hidden, each subject alone. */
export async function restRows(gallery: Gallery, restSeconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const subject of [fluid, ...ambient, sparkle]) {
    const { rest, away, hidden } = await restOf(gallery, subject, restSeconds);
    // Ambient pictures play as long as somebody sees them.
    const still = subject === fluid ? [rest, away, hidden] : [away, hidden];
    rows.push({
      figure: `${subject.name}: draws a second ${subject === fluid ? `${restSeconds} s after the last move, ` : ''}scrolled away, hidden`,
      bar: '0',
      measured: still.map((draws) => draws.toFixed(0)).join(', '),
      met: still.every((draws) => draws === 0),
    });
  }
  return rows;
}

async function restOf(gallery: Gallery, subject: Subject, restSeconds: number) {
  const page = await gallery.open({ viewport: { width: 800, height: 600 } });
  await begin(page, subject);
  for (let i = 0; i < 8; i++) await page.mouse.move(200 + 20 * i, 300);
  await page.waitForTimeout(restSeconds * 1000);
  const rest = await drawsASecond(page);
  await page.mouse.move(300, 310);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.waitForTimeout(500);
  const away = await drawsASecond(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.waitForTimeout(300);
  const hidden = await drawsASecond(page);
  await page.context().close();
  return { rest, away, hidden };
}

async function drawsASecond(page: Page): Promise<number> {
  const before = await workOf(page);
  await page.waitForTimeout(1000);
  return (await workOf(page)).draws - before.draws;
}
