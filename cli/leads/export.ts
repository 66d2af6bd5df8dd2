import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { shownFields } from '#content/lead-fields.ts';
import { sourceText, sourceWords } from '#content/visits.ts';
import { SOURCE_FIELDS } from '#domain/source.ts';
import { noteExport } from '#server/leads/erasure/exports.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { BYTE_ORDER_MARK, csvRecord } from '#server/system/csv.ts';
import { CommandFailed } from '../common/errors.ts';
import { wouldGitKeep } from '../common/would-git-keep.ts';
import type { Command, Output } from './command.ts';
import { stateIn } from './list.ts';
import { safeJson } from './print/safe-text.ts';
import { swissTime } from './print/when.ts';
import { counted, STATE_WORDS } from './print/words.ts';

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

export const exportLeads: Command = {
  usage: 'export [--out fichier] [--state …] [--held]',
  summary: 'tous les contacts en CSV pour Excel (avec --json\u202f: tels qu’ils sont stockés)',
  options: { out: { type: 'string' }, state: { type: 'string' }, held: { type: 'boolean' } },
  path: 'out',
  references: 'none',
  check({ values }) {
    stateIn(values);
  },
  async run({ config, store, output, json, values }) {
    const pages = store.reader.pages(stateIn(values));
    if (typeof values.out !== 'string') {
      await write(pages, json, output.raw);
      return 0;
    }
    const count = await writeFile(values.out, (raw) => write(pages, json, raw));
    const isNoted = noted(config.dataDir, values.out);
    output.line(
      `${counted(count, 'contact écrit', 'contacts écrits')} dans ${values.out}. Ce fichier contient des données personnelles${isNoted ? '\u202f; erase le supprime avec une personne qui y est' : ', et erase ne le connaîtra pas\u202f: DATA_DIR ne peut pas être écrit'}.`,
    );
    return 0;
  },
};

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

function noted(dataDir: string, file: string): boolean {
  try {
    noteExport(dataDir, file);
    return true;
  } catch {
    return false;
  }
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
      await rm(path);
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
