import { match } from 'node:assert/strict';
import { visitor } from '../deploy/visitor.ts';
import { someLead } from '../fakes/leads.ts';
import { VISITORS } from './network.ts';
import { runbookLines } from './runbook.ts';
import type { Stage } from './stage.ts';
import { settle } from './update.ts';

const DATABASE_URL = 'postgres://essai:essai@127.0.0.1/essai';
const ON_SITE = 'set -e; cd /srv/oui-48';

/** The site goes on on PostgreSQL with all that it had; the timer's copy of that is put back, with a lead behind it. */
export async function moveToPostgres({ machine, door, airtable }: Stage): Promise<void> {
  await machine.run(`apt-get install -y postgresql && cd /tmp
su postgres -c "psql --quiet --command \\"create role essai login password 'essai'\\" --command 'create database essai owner essai'"`);
  await machine.run(`${ON_SITE}; systemctl stop oui-48; echo 'DATABASE_URL=${DATABASE_URL}' >> .env
./oui import --from /var/lib/oui-48; systemctl start oui-48`);
  await machine.run('systemctl start oui-48-backup.service');
  const copy = '/var/lib/oui-48-backups/*.dump';
  match(await machine.run(`stat -c "%U %a" ${copy}`), /^oui-48 600\n$/);
  // Delivered, and in no copy: what comes back must neither lose the others nor make any twice.
  const headers = { 'content-type': 'application/json' };
  const lead = someLead();
  const ask = { method: 'POST', path: '/api/leads', headers, body: JSON.stringify(lead) };
  match(String((await visitor(door, VISITORS.v4(8)).https(ask)).status), /^201$/);
  await settle(machine);
  match(airtable.records.map(({ fields }) => fields.Email).join(' '), new RegExp(lead.id));
  const [line = ''] = runbookLines('restorePostgres');
  const said = await machine.run(`${ON_SITE}; systemctl stop oui-48; DATABASE_URL=${DATABASE_URL}
${line.replace(/\S+$/, copy)}
./oui after-restore && systemctl start oui-48 && npm run doctor`);
  match(said, /La base de données répond/);
}
