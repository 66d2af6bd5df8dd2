import { goneWords, readingWords } from '#content/read-back.ts';
import { goneRecords } from '#server/leads/operator/gone-records.ts';
import { newestReading } from '#server/outbox/read-back/run.ts';
import type { Database } from '#server/store/database.ts';
import { shortId } from '../leads/find-leads.ts';
import { readableTime, safeText } from '../leads/print.ts';
import { blocks, type Finding, fine, mend } from './finding.ts';

/** Findings about delivered records as they were read back: those that are gone, by name, and whether all could be read. */
export async function checkReadBack(db: Database): Promise<Finding[]> {
  const [reading, gone] = [await newestReading(db), await goneRecords(db)];
  const findings: Finding[] = [];
  if (reading !== undefined) {
    const { problem, elsewhere } = reading;
    const weight = problem !== null || elsewhere > 0 ? mend : fine;
    findings.push(weight(safeText(readingWords(reading, readableTime))));
  }
  if (gone.first.length > 0) {
    const names = gone.first.map(({ id, name }) => safeText(goneWords.line(name, shortId(id))));
    const all = [...names, ...(gone.more ? [goneWords.more] : [])].join(', ');
    findings.push(blocks(`${goneWords.title}\u202f: ${all}. ${goneWords.told} ${goneWords.todo}`));
  }
  return findings;
}
