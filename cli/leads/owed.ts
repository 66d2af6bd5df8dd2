import type { Instant } from '#domain/instant.ts';
import { isLate } from '#server/leads/follow-up/due-promises.ts';
import { type OwedTo, owedToAll } from '#server/leads/follow-up/owed.ts';
import { withoutToken } from './calls.ts';
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
    const json = all.map(({ lead, call, promised, since, until }) => ({
      lead: lead ?? null,
      ...(call && { call: withoutToken(call) }),
      owed: promised.owed,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
      late: isLate({ promised, since, until }, now()),
      noNews: isUnsaid({ promised, until }, now()),
    }));
    const late = json.filter((one) => one.late).length;
    const unsaid = json.filter((one) => one.noNews).length;
    const calls = unsaid === 0 ? '' : `, ${counted(unsaid, 'appel sans nouvelle', 'appels sans nouvelle')}`;
    const lines = [
      ...table(columns(now()), all),
      '',
      `${counted(all.length, 'promesse à tenir', 'promesses à tenir')}, dont ${counted(late, 'en retard', 'en retard')}${calls}. ` +
        'Le lien de chaque e-mail dit qu’une personne a eu sa réponse.',
    ];
    return { json: { owed: json }, lines };
  },
};

/** A call whose hour has come: whether it took place, nobody has said. */
function isUnsaid({ promised, until }: Pick<OwedTo, 'promised' | 'until'>, now: Instant): boolean {
  return promised.within === 'call' && until < now;
}

function columns(now: Instant): Column<OwedTo>[] {
  return [
    { title: 'Réf.', text: ({ lead, call }) => (lead ? shortId(lead.id) : (call?.phone ?? '')) },
    { title: 'À faire', text: ({ promised }) => promised.owed },
    { title: 'Nom', text: ({ name }) => safeText(name) },
    { title: 'Au plus tard', text: ({ until }) => readableTime(until) },
    {
      title: 'Reste',
      text: ({ promised, until }) => {
        if (isUnsaid({ promised, until }, now)) return 'sans nouvelle';
        return until < now ? `en retard de ${readableDuration(now - until)}` : readableDuration(until - now);
      },
    },
  ];
}
