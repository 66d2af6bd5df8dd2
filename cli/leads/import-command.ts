import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CopyReport, copyLeads, type Disagreement, disagreements } from '#server/copy/copy-leads.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { lockDatabase } from '#server/store/sqlite/server-lock.ts';
import type { Command } from './command.ts';
import { CommandFailed, UsageError } from './command-errors.ts';
import { countOf, grouped } from './print.ts';

export const importCommand: Command = {
  usage: 'import --from <dossier>',
  summary: 'copie une base intégrée dans la base PostgreSQL de DATABASE_URL',
  options: { from: { type: 'string' } },
  path: 'from',
  check({ values, references }) {
    if (typeof values.from !== 'string' || references.length > 0)
      throw new UsageError('import attend --from et le dossier de la base intégrée, par exemple ./data.');
  },
  requires(config) {
    if (config.databaseUrl !== undefined) return;
    throw new CommandFailed(
      'DATABASE_URL manque\u202f: import ne sait pas où copier. Rien n’a été touché. Donnez l’adresse de la base PostgreSQL, puis relancez.',
    );
  },
  async run({ store, values }) {
    const from = String(values.from);
    const file = join(from, 'leads.sqlite');
    if (!existsSync(file))
      throw new CommandFailed(
        `Il n’y a pas de leads.sqlite dans ${from}. Rien n’a été touché. Vérifiez --from.`,
      );
    const letGo = lockDatabase(file);
    try {
      const source = openSqlite(file);
      try {
        await migrate(source);
        const report = await copyLeads(source, store.db);
        const differing: Record<Disagreement, string[]> = { absent: [], content: [], delivery: [] };
        for await (const { id, kind } of disagreements(source, store.db)) differing[kind].push(id);
        const code = Object.values(differing).some((ids) => ids.length > 0) ? 1 : 0;
        return { json: { ...report, differing }, lines: words(from, report, differing), code };
      } finally {
        await source.destroy();
      }
    } finally {
      letGo();
    }
  },
};

function words(
  from: string,
  report: CopyReport,
  differing: Readonly<Record<Disagreement, string[]>>,
): string[] {
  const { read, added, present, caughtUp } = report;
  const { absent, content, delivery } = differing;
  const lines = [
    `${countOf(read, 'contact')} dans ${from}\u202f: ${countOf(added, 'ajouté')}, ${grouped(present)} déjà là` +
      (caughtUp > 0
        ? `, dont ${grouped(caughtUp)} mis à jour de ce que l’ancienne base savait de leur envoi.`
        : '.'),
  ];
  if (content.length > 0) {
    lines.push(
      `${countOf(content.length, 'contact existe', 'contacts existent')} des deux côtés avec un contenu différent\u202f; aucune des deux versions n’a été touchée\u202f: ${content.join(', ')}.`,
      `À faire\u202f: comparez ./oui show <référence> et DATABASE_URL= DATA_DIR=${from} ./oui show <référence>.`,
    );
  }
  if (delivery.length + absent.length > 0) {
    lines.push(
      `${countOf(delivery.length + absent.length, 'contact a', 'contacts ont')} changé dans la base PostgreSQL pendant la copie\u202f: ${[...delivery, ...absent].join(', ')}. ` +
        'Rien n’est perdu. Relancez la même commande dans une minute, serveurs PostgreSQL arrêtés si cela revient.',
    );
  }
  if (content.length + delivery.length + absent.length > 0) return lines;
  return [
    ...lines,
    `Vérifié en relisant les deux bases\u202f: tous y sont, mot pour mot, avec ce que l’on sait de leur envoi.`,
    '',
    'À faire maintenant\u202f:',
    '  1. démarrez le site avec DATABASE_URL (npm start), et regardez ./oui list\u202f;',
    `  2. ne démarrez plus jamais le site sur ${from} sans DATABASE_URL\u202f: ses contacts en attente partiraient une seconde fois\u202f;`,
    `  3. gardez ${from} de côté comme une sauvegarde, jusqu’à ce que vous ayez celle de PostgreSQL\u202f; relancer import ne change rien.`,
  ];
}
