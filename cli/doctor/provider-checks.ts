import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { LEAD_STATUSES } from '#domain/lead-status.ts';
import type { AirtableConfig } from '#server/config/config.ts';
import {
  type ApiOutcome,
  type ApiRequest,
  QUOTA_SPENT,
  sendRequest,
} from '#server/destinations/airtable/client.ts';
import { createRecords } from '#server/destinations/airtable/create-records.ts';
import { readError } from '#server/destinations/airtable/errors.ts';
import { searchRecords } from '#server/destinations/airtable/search-records.ts';
import { type RecordFormat, recordFormats } from '#server/destinations/airtable/strategies.ts';
import { exampleLead, PROVIDER_FIELDS, SERVER_FIELDS } from '#server/fields/lead-fields.ts';
import { systemClock } from '#server/system/clock.ts';
import { readableDuration, safeText } from '../leads/print.ts';
import { blocks, type DoctorFinding, fine, mend } from './finding.ts';

/** How long one request may take. */
const REQUEST_MS = 10_000;

/**
 * Asks Airtable for one record with our fields, which checks token, base, table and fields in one request.
 * Nothing is written; the answer's time tells whether this machine's clock is right. Never throws.
 * @see https://airtable.com/developers/web/api/list-records
 */
export async function checkProvider(
  airtable: AirtableConfig,
  fetcher: typeof fetch = fetch,
  now: () => Instant = Date.now,
): Promise<DoctorFinding[]> {
  const url = new URL(`${airtable.apiUrl}/v0/${airtable.baseId}/${encodeURIComponent(airtable.table)}`);
  url.searchParams.set('maxRecords', '1');
  for (const field of PROVIDER_FIELDS) url.searchParams.append('fields[]', field);
  try {
    const response = await fetcher(url, {
      headers: { authorization: `Bearer ${airtable.token.reveal()}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const clock = checkClock(response.headers.get('date'), now());
    if (response.ok)
      return [
        fine('Airtable répond : jeton (il peut lire), base, table et noms des champs sont justes.'),
        ...clock,
      ];
    const { message, type } = readError(response.status, response.statusText, await response.text());
    // Another request of ours came at the same moment. A quota that is spent is refused in words of its own.
    if (response.status === 429 && type !== QUOTA_SPENT) return [blocks(PAUSED), ...clock];
    return [
      blocks(
        `Airtable refuse (${response.status}) : «\u202f${message}\u202f». ${adviceFor(response.status)}`,
      ),
      ...clock,
    ];
  } catch {
    return [
      blocks(
        `Airtable ne répond pas à ${airtable.apiUrl}. Les contacts attendent dans la base. Vérifiez le réseau et AIRTABLE_API_URL.`,
      ),
    ];
  }
}

/** What is safe and what to do, by the HTTP status of a refusal. */
function adviceFor(status: number): string {
  const kept = 'Les contacts attendent dans la base.';
  if (status === 401) return `${kept} Vérifiez AIRTABLE_TOKEN.`;
  if (status === 403 || status === 404) {
    return (
      `${kept} Vérifiez AIRTABLE_BASE_ID, AIRTABLE_TABLE et les droits du jeton : data.records:write pour créer une fiche, ` +
      'data.records:read pour savoir si elle y est déjà.'
    );
  }
  if (status === 422) return `${kept} La table doit avoir les champs ${PROVIDER_FIELDS.join(', ')}.`;
  return `${kept} Réessayez dans quelques minutes.`;
}

const PAUSED =
  'Airtable demande une pause de 30 secondes : trop de requêtes à la fois. Les contacts attendent dans la base et partiront. ' +
  'Relancez npm run doctor dans une minute.';

/** A provider's answer says the time to the second, and may have been on its way for a few. */
const MOST_APART_MS = 2 * 60_000;

/**
 * Whether this machine's clock is right, by the time that another one's answer carries.
 * @param date the answer's `Date`; null: it has none
 * @param now this machine's time when the answer came
 */
function checkClock(date: string | null, now: Instant): DoctorFinding[] {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  const ahead = now - theirs;
  if (Number.isNaN(theirs) || Math.abs(ahead) <= MOST_APART_MS) return [];
  return [
    blocks(
      `L’horloge de cette machine ${ahead > 0 ? 'avance' : 'retarde'} de ${readableDuration(Math.abs(ahead))} sur celle d’Airtable : délais, rappels et rendez-vous seraient faux. Rien n’est perdu. ` +
        'Réglez-la (timedatectl set-ntp true), puis relancez npm run doctor.',
    ),
  ];
}

const NAME = 'Essai (npm run doctor)';
const CHANGED = 'Essai modifié (npm run doctor)';
/** Between two requests: beside a server that sends leads, they seldom make more than the provider takes in a second. */
const BETWEEN_MS = 1_000;
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
  wait: (ms: number) => Promise<unknown> = systemClock.wait,
): Promise<DoctorFinding[]> {
  const email = `essai-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const lead = exampleLead({ name: NAME, email, url: `${publicUrl}/sales` });
  const { signal } = new AbortController();
  const send: Send = async (request) => {
    await wait(BETWEEN_MS);
    return sendRequest(airtable, request, { signal, timeoutMs: REQUEST_MS });
  };

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
  const findings: DoctorFinding[] = statuses.map(([status, refused]) =>
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
async function create(airtable: AirtableConfig, lead: Lead, send: Send): Promise<Made | DoctorFinding> {
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
): Promise<DoctorFinding> {
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
