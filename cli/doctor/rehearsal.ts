import type { Lead } from '#domain/lead.ts';
import { LEAD_STATUSES } from '#domain/lead-status.ts';
import type { AirtableConfig } from '#server/config/config.ts';
import { type ApiOutcome, type ApiRequest, sendRequest } from '#server/destinations/airtable/client.ts';
import { createRecords } from '#server/destinations/airtable/create-records.ts';
import { searchRecords } from '#server/destinations/airtable/search-records.ts';
import { type RecordFormat, recordFormats } from '#server/destinations/airtable/strategies.ts';
import { exampleLead, SERVER_FIELDS } from '#server/fields/lead-fields.ts';
import { safeText } from '../leads/print.ts';
import { blocks, type Finding, fine, mend } from './finding.ts';
import { adviceFor } from './provider.ts';
import { type RateLimited, TIMEOUT_MS } from './rate-limited.ts';

const NAME = 'Essai (npm run doctor)';
const CHANGED = 'Essai modifié (npm run doctor)';
/** How often deleting is tried; repeating it is safe, as a missing record counts as deleted. */
const TRIALS = 3;

interface Made {
  readonly id: string;
  readonly format: RecordFormat;
}

/**
 * Creates a record as a delivery would, changes it and deletes it, which shows whether the token may write. The record
 * is deleted also when changing it fails; one that could not be deleted is named in the finding. Never throws.
 */
export async function rehearse(
  airtable: AirtableConfig,
  publicUrl: string,
  limited: RateLimited,
): Promise<Finding[]> {
  const email = `essai-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const lead = exampleLead({ name: NAME, email, url: `${publicUrl}/sales` });
  const send: Send = async (request) =>
    (await limited(() =>
      sendRequest(airtable, request, { signal: new AbortController().signal, timeoutMs: TIMEOUT_MS }),
    )) ?? { kind: 'transient', message: 'Airtable demande une pause', unknown: false };

  const made = await create(airtable, lead, send);
  if ('weight' in made) return [made];
  const { id, format } = made;
  const path = `${encodeURIComponent(format.table)}/${id}`;
  const changed = await send({
    path,
    method: 'PATCH',
    body: { fields: format.fieldsOf({ ...lead, name: CHANGED }) },
    read: (answer) => (idIn(answer) === id ? true : undefined),
  });
  const statuses =
    changed.kind === 'answered' ? await refusedStatuses(format, { ...lead, name: CHANGED }, path, send) : [];
  const notDeleted = await remove(path, send);
  const findings: Finding[] = statuses.map(([status, refused]) =>
    mend(
      `Essai : Airtable refuse le statut ${status} (${reasonOf(refused)}). Les contacts sont livrés tout de même, et leur statut reste juste ici. ` +
        'Donnez au champ Status les options Cold, Warm et Hot, puis ./oui retry --all.',
    ),
  );
  if (changed.kind !== 'answered')
    findings.push(
      mend(
        `Essai : Airtable a créé une fiche mais refuse de la modifier (${reasonOf(changed)}). Les contacts sont livrés tout de même. ` +
          'Donnez au jeton le droit data.records:write et à son titulaire le rôle d’éditeur de la base.',
      ),
    );
  if (notDeleted !== undefined)
    findings.push(
      mend(
        `Essai : la fiche ${id} n’a pas pu être supprimée (${reasonOf(notDeleted)}). Vos contacts ne sont pas touchés. ` +
          `Supprimez-la à la main dans Airtable : son nom est « ${changed.kind === 'answered' ? CHANGED : NAME} ».`,
      ),
    );
  if (findings.length > 0) return findings;
  return [
    fine(
      'Essai réussi : une fiche a été créée dans Airtable, modifiée, puis supprimée ; le jeton peut écrire, et la table prend les statuts.',
    ),
  ];
}

/** Which statuses the table does not take; one without the field has no place for any, which the table's check says. */
async function refusedStatuses(
  format: RecordFormat,
  lead: Lead,
  path: string,
  send: Send,
): Promise<(readonly [string, Failed])[]> {
  const named = Object.entries(format.fieldsOf(lead)).find(([, text]) => text === lead.status)?.[0];
  const refused: (readonly [string, Failed])[] = [];
  for (const status of LEAD_STATUSES) {
    const body = { fields: { [named ?? SERVER_FIELDS.status.provider]: status } };
    const reply = await send({ path, method: 'PATCH', body, read: () => true });
    const lacksField = reply.kind === 'rejected' && reply.rejection.type === 'UNKNOWN_FIELD_NAME';
    if (reply.kind !== 'answered' && !lacksField) refused.push([status, reply]);
  }
  return refused;
}

type Send = <T>(request: ApiRequest<T>) => Promise<ApiOutcome<T>>;
type Failed = Exclude<ApiOutcome<unknown>, { readonly kind: 'answered' }>;

/** By the first strategy that is not refused, as a delivery does. */
async function create(airtable: AirtableConfig, lead: Lead, send: Send): Promise<Made | Finding> {
  let refused: Failed | undefined;
  for (const format of recordFormats(airtable).values()) {
    const reply = await send(createRecords(format, [lead]));
    if (reply.kind === 'answered') return { id: reply.answer[0] ?? '', format };
    refused = reply;
    if (reply.kind === 'transient') return unanswered(reply, format, lead, send);
  }
  const status = refused?.kind === 'rejected' ? refused.rejection.status : 0;
  return blocks(
    `Essai : Airtable refuse de créer une fiche, quelle que soit la stratégie (${refused === undefined ? '' : reasonOf(refused)}). ${adviceFor(status)}`,
  );
}

/** After a lost answer to the creation: searches the record by its e-mail, which is unique to this rehearsal. */
async function unanswered(
  reply: Failed & { readonly kind: 'transient' },
  { table }: RecordFormat,
  lead: Lead,
  send: Send,
): Promise<Finding> {
  const what = `Essai : Airtable n’a pas répondu à la création d’une fiche (${reasonOf(reply)}).`;
  const todo = 'Les contacts attendent dans la base. Relancez npm run doctor -- --rehearse dans une minute.';
  if (!reply.unknown) return blocks(`${what} ${todo}`);
  const found = await send(searchRecords(table, [lead]));
  const ids = found.kind === 'answered' ? found.answer.records.map(({ id }) => id) : undefined;
  const left: string[] = [];
  for (const id of ids ?? [])
    if ((await remove(`${encodeURIComponent(table)}/${id}`, send)) !== undefined) left.push(id);
  if (ids !== undefined && left.length === 0) return blocks(`${what} ${todo}`);
  const perhaps =
    left.length > 0 ? `La fiche ${left.join(', ')} y est restée` : 'Elle y est peut-être pourtant';
  return blocks(`${what} ${perhaps} : cherchez ${lead.email} et supprimez-la. ${todo}`);
}

/** @returns why it could not be deleted; undefined when it is gone */
async function remove(path: string, send: Send): Promise<Failed | undefined> {
  let failed: Failed | undefined;
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const reply = await send({
      path,
      method: 'DELETE',
      read: (answer) => (answer as { deleted?: unknown }).deleted === true || undefined,
    });
    if (reply.kind === 'answered') return undefined;
    // An earlier trial deleted it and its answer was lost.
    if (trial > 0 && reply.kind === 'rejected' && reply.rejection.status === 404) return undefined;
    failed = reply;
    if (reply.kind === 'rejected') break;
  }
  return failed;
}

function idIn(answer: unknown): unknown {
  return (answer as { id?: unknown }).id;
}

function reasonOf(failed: Failed): string {
  return failed.kind === 'transient'
    ? safeText(failed.message)
    : safeText(`${failed.rejection.status} : ${failed.rejection.message}`);
}
