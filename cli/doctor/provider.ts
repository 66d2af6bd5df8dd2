import type { Instant } from '#domain/instant.ts';
import type { AirtableConfig } from '#server/config/config.ts';
import { readError } from '#server/destinations/airtable/errors.ts';
import { PROVIDER_FIELDS } from '#server/fields/lead-fields.ts';
import { readableDuration } from '../leads/print.ts';
import { blocks, type Finding, fine } from './finding.ts';
import { type RateLimited, TIMEOUT_MS } from './rate-limited.ts';

/**
 * Asks Airtable for one record with our fields, which checks token, base, table and fields in one request.
 * Nothing is written; the answer's time tells whether this machine's clock is right. Never throws.
 * @see https://airtable.com/developers/web/api/list-records
 */
export async function checkProvider(
  airtable: AirtableConfig,
  fetcher: typeof fetch = fetch,
  limited: RateLimited = (send) => send(),
  now: () => Instant = Date.now,
): Promise<Finding[]> {
  const url = new URL(`${airtable.apiUrl}/v0/${airtable.baseId}/${encodeURIComponent(airtable.table)}`);
  url.searchParams.set('maxRecords', '1');
  for (const field of PROVIDER_FIELDS) url.searchParams.append('fields[]', field);
  try {
    const response = await limited(() =>
      fetcher(url, {
        headers: { authorization: `Bearer ${airtable.token.reveal()}` },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
    if (response === undefined) return [blocks(PAUSED)];
    const clock = checkClock(response.headers.get('date'), now());
    if (response.ok)
      return [
        fine('Airtable répond : jeton (il peut lire), base, table et noms des champs sont justes.'),
        ...clock,
      ];
    const { message } = readError(response.status, response.statusText, await response.text());
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
export function adviceFor(status: number): string {
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
  'Airtable a demandé une pause, ou d’autres envois occupent toutes les places. Les contacts attendent dans la base et partiront. ' +
  'Relancez npm run doctor dans une minute.';

/** A provider's answer says the time to the second, and may have been on its way for a few. */
const MOST_APART_MS = 2 * 60_000;

/**
 * Whether this machine's clock is right, by the time that another one's answer carries.
 * @param date the answer's `Date`; null: it has none
 * @param now this machine's time when the answer came
 */
function checkClock(date: string | null, now: Instant): Finding[] {
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
