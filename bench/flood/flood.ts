// npm run bench:flood: ten thousand leads from 512 networks against the brake, and honest visitors among them.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { postLead, someLead } from '../../tests/fakes/leads.ts';
import { freshProof } from '../../tests/fakes/proof.ts';
import { floodOfLeads } from '../../tests/service/flood-of-leads.ts';
import { startServer } from '../support/server-process.ts';
import { folderWithSite } from '../support/working-folder.ts';

const FLOOD = { leads: 10_000, networks: 512 };
const MOST_PASSING = FLOOD.leads / 10;
const HONEST = 50;
/** A visitor's hand takes longer than 1.5 s; a faster one is a sign. */
const HAND_MS = 1_600;

const folder = await folderWithSite();
const server = await startServer(folder, 'flood', { LEADS_PER_MINUTE: '20' });

const proofs = await Promise.all(Array.from({ length: HONEST }, () => freshProof(server.url)));
await after(HAND_MS);
const began = performance.now();
const flood = floodOfLeads([server.url], FLOOD);
const honest = proofs.map(async (proof, index) => {
  const lead = { ...someLead({ userId: 'usr_honest' }), proof };
  return (await postLead(server.url, lead, { 'x-forwarded-for': `192.0.2.${index + 1}` })).status;
});
const answers = await Promise.all(honest);
const accepted = (await flood)[201] ?? 0;
const seconds = (performance.now() - began) / 1_000;
// The owner is told within a second or so.
await after(2_000);
await server.stop();

const db = new DatabaseSync(join(folder, 'flood/leads.sqlite'), { readOnly: true });
const count = (sql: string) => Number(db.prepare(`select count(*) as n from ${sql}`).get()?.n);
const passed = (who: string) =>
  count(`leads join outbox on lead_id = id where held_because is null and user_id ${who} 'usr_honest'`);
const rows = [
  ['leads of the flood accepted', accepted, accepted === FLOOD.leads],
  ['of them unheld', passed('!='), passed('!=') <= MOST_PASSING],
  ['honest leads with a proof accepted', answers.filter((status) => status === 201).length, true],
  ['of them unheld', passed('='), passed('=') === HONEST],
  [
    'times the owner is told',
    count("messages where kind = 'owner-flood'"),
    count("messages where kind = 'owner-flood'") === 1,
  ],
] as const;
for (const [what, figure, ok] of rows) console.log(`${ok ? '✓' : '✗'} ${what}: ${figure}`);
console.log(`in ${seconds.toFixed(1)} s; bar: ${MOST_PASSING} of ${FLOOD.leads} unheld at most`);
process.exitCode = rows.every(([, , ok]) => ok) ? 0 : 1;
