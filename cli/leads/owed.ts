import { type OwedToLead, owedToAll } from '#server/messages/owed.ts';
import type { Command } from './command.ts';
import { shortId } from './find.ts';
import { safeText } from './print/safe-text.ts';
import { type Column, table } from './print/table.ts';
import { readableDuration, readableTime } from './print/when.ts';
import { counted } from './print/words.ts';

export const owed: Command = {
  usage: 'owed',
  summary: 'ce qui est promis à qui et jusqu’à quand, le plus urgent d’abord',
  references: 'none',
  async run({ store, now }) {
    const all = await owedToAll(store.db);
    if (all.length === 0) return { json: { owed: [] }, lines: ['Rien n’est dû à personne.'] };
    const json = all.map(({ lead, promised, since, until }) => ({
      lead,
      owed: promised.owed,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
      late: until < now(),
    }));
    const late = json.filter((one) => one.late).length;
    const lines = [
      ...table(columns(now()), all),
      '',
      `${counted(all.length, 'promesse à tenir', 'promesses à tenir')}, dont ${counted(late, 'en retard', 'en retard')}. ` +
        'Le lien de chaque e-mail dit qu’une personne a eu sa réponse.',
    ];
    return { json: { owed: json }, lines };
  },
};

function columns(now: number): Column<OwedToLead>[] {
  return [
    { title: 'Réf.', text: ({ lead }) => shortId(lead.id) },
    { title: 'À faire', text: ({ promised }) => promised.owed },
    { title: 'Nom', text: ({ lead }) => safeText(lead.name) },
    { title: 'Au plus tard', text: ({ until }) => readableTime(until) },
    {
      title: 'Reste',
      text: ({ until }) =>
        until < now ? `en retard de ${readableDuration(now - until)}` : readableDuration(until - now),
    },
  ];
}
