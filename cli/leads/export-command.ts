import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { shownFields } from '#content/lead-fields.ts';
import { office } from '#content/office.ts';
import { sourceText, sourceWords } from '#content/visits.ts';
import { SOURCE_FIELDS } from '#domain/source.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { exportFolder, newExportPath, noteElsewhere, presentEpoch } from '#server/leads/erasure/exports.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { BYTE_ORDER_MARK, csvRecord } from '#server/system/csv.ts';
import type { Command, Invocation, Output } from './command.ts';
import { CommandFailed } from './command-errors.ts';
import { countOf, STATE_WORDS, safeJson, swissTime } from './print.ts';
import { stateIn } from './reading-commands.ts';
import { wouldGitKeep } from './would-git-keep.ts';

type Column = readonly [title: string, cell: (lead: OperatorLead) => string];

const FIELDS = shownFields.map(([field, { title }]): Column => [title, (lead) => lead[field] ?? '']);

const SOURCES = SOURCE_FIELDS.map(
  (field): Column => [sourceWords[field], (lead) => sourceText(field, lead[field])],
);

const COLUMNS: readonly Column[] = [
  ['Reçu le', ({ createdAt }) => swissTime(createdAt)],
  ...FIELDS,
  ...SOURCES,
  ['Statut', ({ status }) => status],
  ['État', ({ state }) => STATE_WORDS[state]],
  ['Livré le', ({ deliveredAt }) => (deliveredAt === null ? '' : swissTime(deliveredAt))],
  ['Fiche Airtable', ({ remoteId }) => remoteId ?? ''],
  ['Tentatives', ({ attempts }) => String(attempts)],
  ['Retenu parce que', ({ heldBecause }) => heldBecause ?? ''],
  ['Référence', ({ id }) => id],
];

export const exportCommand: Command = {
  usage: 'export [--out fichier] [--state …] [--held]',
  summary:
    'tous les contacts en CSV pour Excel, dans DATA_DIR/exports, que vide chaque effacement (avec --json\u202f: tels qu’ils sont stockés, à l’écran sans --out)',
  options: { out: { type: 'string' }, state: { type: 'string' }, held: { type: 'boolean' } },
  path: 'out',
  references: 'none',
  check({ values }) {
    stateIn(values);
  },
  async run(invocation) {
    const { store, output, json, values } = invocation;
    const pages = () => store.reader.pages(stateIn(values));
    const isOvertaken = async (epoch: string) => (await presentEpoch(store.db)) !== epoch;
    if (json && values.out === undefined) {
      const epoch = await presentEpoch(store.db);
      await write(pages(), json, output.raw);
      if (await isOvertaken(epoch)) throw new CommandFailed(OVERTAKEN);
      return 0;
    }
    for (let time = 0; time < MOST_TIMES; time += 1) {
      const epoch = await presentEpoch(store.db);
      const { path, erasing } = await placeFor(invocation, epoch);
      const count = await writeFile(path, (raw) => write(pages(), json, raw));
      if (await isOvertaken(epoch)) {
        await rm(path, { force: true });
        continue;
      }
      output.line(
        `${countOf(count, 'contact écrit', 'contacts écrits')} dans ${path}. Ce fichier contient des données personnelles\u202f; ${erasing}.`,
      );
      return 0;
    }
    throw new CommandFailed(OVERTAKEN);
  },
};

/** Where erasures go on and on, as when retention has much to delete. */
const MOST_TIMES = 5;
const OVERTAKEN =
  'Des contacts ont été effacés pendant l’export, qui les contenait peut-être\u202f: ne gardez rien de ce qu’il a écrit. Relancez-le.';

/** The file to write, and what an erasure does with it; one of `--out` is noted first, so that it is known however this command ends. */
async function placeFor({ config: { dataDir }, json, values: { out }, now }: Invocation, epoch: string) {
  if (typeof out !== 'string') {
    const day = isoDayIn(now(), office.timeZone);
    try {
      const path = await newExportPath(dataDir, { epoch, day, ending: json ? 'json' : 'csv' });
      return { path, erasing: 'le prochain effacement le supprime' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailed(
        `${exportFolder(dataDir)} ne peut pas être écrit (${reason}). Rien n’a été exporté. Vérifiez les droits de DATA_DIR, ou donnez un fichier à --out.`,
      );
    }
  }
  try {
    if (!existsSync(out)) await noteElsewhere(dataDir, out, epoch);
    return { path: out, erasing: 'un effacement le nomme, et vous laisse le supprimer' };
  } catch {
    return { path: out, erasing: 'aucun effacement ne le connaîtra, car DATA_DIR ne peut pas être écrit' };
  }
}

/** @returns how many leads were written */
async function write(
  pages: AsyncIterable<readonly OperatorLead[]>,
  json: boolean,
  raw: Output['raw'],
): Promise<number> {
  let count = 0;
  await raw(json ? '[' : BYTE_ORDER_MARK + csvRecord(COLUMNS.map(([title]) => title)));
  for await (const page of pages) {
    const texts = page.map((lead, index) =>
      json
        ? `${count + index === 0 ? '' : ','}\n${safeJson(lead)}`
        : csvRecord(COLUMNS.map(([, cell]) => cell(lead))),
    );
    await raw(texts.join(''));
    count += page.length;
  }
  if (json) await raw('\n]\n');
  return count;
}

/** Writes a new file that only its owner may read; nothing stays of one that could not be finished. */
async function writeFile(path: string, fill: (raw: Output['raw']) => Promise<number>): Promise<number> {
  if (existsSync(dirname(path)) && wouldGitKeep(path))
    throw new CommandFailed(
      `${path} est dans un dépôt git qui ne l’ignore pas\u202f: les noms et les adresses finiraient dans son historique. ` +
        'Rien n’a été écrit. Donnez à --out un chemin hors du dépôt, par exemple /tmp/contacts.csv.',
    );
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      return await fill(async (text) => void (await file.appendFile(text)));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const exists = 'code' in error && error.code === 'EEXIST';
    throw new CommandFailed(
      exists
        ? `Le fichier ${path} existe déjà\u202f; il n’a pas été touché. Donnez un autre nom à --out.`
        : `Le fichier ${path} ne peut pas être écrit (${error.message}). La base n’a pas été touchée. Vérifiez le dossier et la place sur le disque.`,
    );
  }
}
