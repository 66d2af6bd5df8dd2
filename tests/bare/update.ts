import { equal, match, ok } from 'node:assert/strict';
import { setTimeout as after } from 'node:timers/promises';
import { visitor } from '../deploy/visitor.ts';
import { someLead } from '../fakes/leads.ts';
import type { Machine } from './machine.ts';
import { VISITORS } from './network.ts';
import { runbookLines } from './runbook.ts';
import { DEPOT, type Stage } from './stage.ts';
import { until } from './until.ts';

/** The release that follows: other words on the site, and a database that is changed. */
const NEXT_RELEASE = `
git clone --quiet ${DEPOT} /root/next && cd /root/next
git config user.email essai@essai.test && git config user.name Essai
sed -i "s|^};$|  '999-essai': { up: async () => {} },\\n};|" server/store/migrations/migrate.ts
grep -q 999-essai server/store/migrations/migrate.ts
echo '// The next release.' >> content/business.ts
git commit --quiet --all --message 'The next release' && git push --quiet && rm -r /root/next
`;

/** What the owner has said herself, which neither an update nor the way back may touch. */
const OWN_PHONE = '+41 21 555 01 48';
const OWN_FACTS = `mkdir -p /srv/oui-48/facts && printf 'agency:\\n  phone: ${OWN_PHONE}\\n' > /srv/oui-48/facts/business.yaml`;
const SHOWS_THEM = `grep -rqF '${OWN_PHONE}' /srv/oui-48/facts && grep -rqF '${OWN_PHONE}' /srv/oui-48/dist --include=index.html`;

const PAUSE_MS = 20;
/** More would be a flood. */
const EACH_LEAD_MS = 2_000;
const SETTLED_MS = 180_000;
/** On a machine that does nothing else it is less than 2 s. */
export const LONGEST_MS = 5_000;

export interface Interruption {
  /** The longest time without an answer of the site's own, in milliseconds. */
  readonly longestMs: number;
  /** How many requests the proxy answered itself, because the site did not. */
  readonly refused: number;
  /** The e-mails of the leads that were answered with 201 meanwhile. */
  readonly accepted: readonly string[];
}

/** Visitors come and send leads until `work` is done. */
export async function whileVisited({ door }: Stage, work: () => Promise<unknown>): Promise<Interruption> {
  let [over, last, lastLead, longestMs, refused, turn] = [false, performance.now(), 0, 0, 0, 0];
  const accepted: string[] = [];
  const come = async () => {
    while (!over) {
      turn += 1;
      const person = visitor(door, VISITORS.v4(10 + (turn % 30)));
      const isLeadDue = performance.now() - lastLead > EACH_LEAD_MS;
      if (isLeadDue) lastLead = performance.now();
      const lead = isLeadDue ? someLead() : undefined;
      const ask =
        lead === undefined
          ? { path: '/sales' }
          : {
              ...{ method: 'POST', path: '/api/leads', headers: { 'content-type': 'application/json' } },
              body: JSON.stringify(lead),
            };
      const { status } = await person.https(ask).catch(() => ({ status: 0 }));
      const now = performance.now();
      if (status === 201 && lead !== undefined) accepted.push(lead.email);
      // A budget that is spent is an answer of the site's too.
      if (status === 0 || status >= 500) refused += 1;
      else [longestMs, last] = [Math.max(longestMs, now - last), now];
      await after(PAUSE_MS);
    }
  };
  const coming = Promise.all([come(), come()]);
  try {
    await work();
    await after(500);
  } finally {
    over = true;
    await coming;
  }
  return { longestMs, refused, accepted };
}

/** The runbook's lines for an update, with a release that changes words and database, and facts of the owner's. */
export async function update(stage: Stage): Promise<Interruption> {
  await stage.machine.run(NEXT_RELEASE);
  await stage.machine.run(OWN_FACTS);
  const lines = runbookLines('update').join('\n');
  return whileVisited(stage, () => stage.machine.run(`set -e\n${lines}\n${SHOWS_THEM}`));
}

/** What was held goes out as well, and nothing is left to do, as the runbook asks before a copy is put back. */
export async function settle(machine: Machine): Promise<void> {
  await machine.ask('cd /srv/oui-48 && ./oui release --held');
  const ready = `node -e "fetch('http://127.0.0.1:3001/readyz').then((r) => r.text()).then(console.log)"`;
  await until(async () => {
    const { outbox } = JSON.parse(await machine.run(ready));
    return outbox.waiting + outbox.refused + outbox.held === 0;
  }, SETTLED_MS);
}

/**
 * Back to the release before: the way without the database is refused, as the runbook says, and leaves it as it is;
 * the way by the copy that was made before the update works.
 */
export async function rollBack({ machine }: Stage): Promise<void> {
  await settle(machine);
  const back =
    'cd /srv/oui-48 && git checkout --quiet HEAD~1 && npm run build && timeout 30 systemctl restart oui-48';
  ok((await machine.ask(back)).status !== 0);
  match(await machine.run('journalctl --unit oui-48 --no-pager --lines 20'), /n’a pas pu être mise à jour/);
  const [line = ''] = runbookLines('restore');
  const aside = 'mkdir -m 700 /root/aside && mv /var/lib/oui-48/leads.sqlite* /root/aside/';
  const copy = '"$(ls -t /var/lib/oui-48-backups/*.sqlite | head -1)"';
  const said = await machine.run(
    `set -e; cd /srv/oui-48; systemctl stop oui-48; ${aside}\n${line.replace('copie.sqlite', copy)}
./oui after-restore && systemctl start oui-48 && npm run doctor`,
  );
  match(said, /En ordre/);
  await machine.run(SHOWS_THEM);
  equal(
    (await machine.run('stat -c "%U %a" /var/lib/oui-48/leads.sqlite*')).replace(/oui-48 600\n/g, ''),
    '',
  );
}

/** What the timer starts every night: one copy, for its owner alone; and the timer knows when it starts it next. */
export async function backUpByTimer({ machine }: Stage): Promise<void> {
  match(await machine.run('systemctl list-timers --no-pager oui-48-backup.timer'), /oui-48-backup\.service/);
  await machine.run('systemctl start oui-48-backup.service');
  match(await machine.run('stat -c "%U %a" /var/lib/oui-48-backups/*'), /^oui-48 600\n$/);
}
