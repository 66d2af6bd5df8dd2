import { afterRestore } from './after-restore.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { cancelCalls } from './cancel-calls.ts';
import type { Command } from './command.ts';
import { desk } from './desk.ts';
import { erase } from './erase.ts';
import { exportLeads } from './export.ts';
import { funnel } from './funnel.ts';
import { hold } from './hold.ts';
import { importLeads } from './import.ts';
import { list } from './list.ts';
import { offsite } from './offsite.ts';
import { pause, resume } from './pause.ts';
import { person } from './person.ts';
import { release } from './release.ts';
import { releaseCalls } from './release-calls.ts';
import { retry } from './retry.ts';
import { show } from './show.ts';

/** In the order in which the usage lists them. */
export const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    list,
    desk,
    show,
    person,
    export: exportLeads,
    retry,
    hold,
    release,
    erase,
    'release-calls': releaseCalls,
    'cancel-calls': cancelCalls,
    pause,
    resume,
    funnel,
    audit,
    import: importLeads,
    'after-restore': afterRestore,
    backup,
    offsite,
  }),
);

/** Former commands whose place is the desk and the links in mails. */
export const SAID_AT_THE_DESK: ReadonlySet<string> = new Set([
  ...['hot', 'answered', 'not-reached', 'held', 'won', 'lost', 'audit-sent', 'owed'],
]);

/** The usage of these commands, of all unless some are given. */
export function usage(of: Iterable<Command> = commands.values()): string {
  const lines = Array.from(of, ({ usage: words, summary }) => `  ${words}\n      ${summary}`);
  return `Usage\u202f: ./oui <commande>, avec --json pour un programme\n\n${lines.join('\n')}\n`;
}
