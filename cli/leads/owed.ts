import { type OwedToLead, owedToAll } from '#server/messages/owed.ts';
import { UsageError } from '../common/errors.ts';
import type { Command } from './command.ts';
import { shortId } from './find.ts';
import { safeText } from './print/safe-text.ts';
import { type Column, table } from './print/table.ts';
import { readableDuration, readableTime } from './print/when.ts';
import { counted } from './print/words.ts';

export const owed: Command = {
  usage: 'owed',
  summary: 'ce qui est promis à qui et jusqu’à quand, le plus urgent d’abord',
  options: {},
  check({ references }) {
    if (references.length > 0) throw new UsageError('owed ne prend pas de référence\u202f; voyez show.');
  },
  async run({ store, output, json, now }) {
    const all = await owedToAll(store.db);
    const code = all.length > 0 ? 0 : 1;
    if (json) {
      output.json({
        owed: all.map(({ lead, promised, since, until }) => ({
          lead,
          owed: promised.owed,
          since: new Date(since).toISOString(),
          until: new Date(until).toISOString(),
          late: until < now(),
        })),
      });
      return code;
    }
    if (all.length === 0) {
      output.line('Rien n’est dû à personne.');
      return code;
    }
    for (const line of table(columns(now()), all)) output.line(line);
    output.line('');
    const late = all.filter(({ until }) => until < now()).length;
    output.line(
      `${counted(all.length, 'promesse à tenir', 'promesses à tenir')}, dont ${counted(late, 'en retard', 'en retard')}. ` +
        'Le lien de chaque e-mail dit qu’une personne a eu sa réponse.',
    );
    return 0;
  },
};

function columns(now: number): Column<OwedToLead>[] {
  return [
    { title: 'Réf.', width: 8, text: ({ lead }) => shortId(lead.id) },
    { title: 'À faire', width: 22, text: ({ promised }) => promised.owed },
    { title: 'Nom', width: 20, text: ({ lead }) => safeText(lead.name) },
    { title: 'Au plus tard', width: 16, text: ({ until }) => readableTime(until) },
    {
      title: 'Reste',
      width: 22,
      text: ({ until }) =>
        until < now ? `en retard de ${readableDuration(now - until)}` : readableDuration(until - now),
    },
  ];
}
