import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * What SQLite's own check finds wrong in the database as a dead process left it; undefined when nothing is.
 * It looks at a copy: opening the original would mend it before the program meets it.
 */
export function brokenIntegrity(dataDir: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'oui-48-integrity-'));
  try {
    for (const name of ['leads.sqlite', 'leads.sqlite-wal'])
      if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name));
    const db = new DatabaseSync(join(folder, 'leads.sqlite'));
    const answer = db.prepare('PRAGMA integrity_check').get()?.integrity_check;
    db.close();
    return answer === 'ok' ? undefined : `integrity check: ${answer}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
