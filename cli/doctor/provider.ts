import type { AirtableConfig } from '#server/config/config.ts';
import { readError } from '#server/destinations/airtable/errors.ts';
import { checkClock } from './clock.ts';
import { blocks, type Finding, fine } from './finding.ts';
import { type RateLimited, TIMEOUT_MS } from './rate-limited.ts';

const FIELDS = ['Name', 'Email', 'ID', 'Status', 'URL'];

/**
 * Asks Airtable for one record with our five fields, which checks token, base, table and fields in one request.
 * Nothing is written; the answer's time tells whether this machine's clock is right. Never throws.
 * @see https://airtable.com/developers/web/api/list-records
 */
export async function checkProvider(
  airtable: AirtableConfig,
  fetcher: typeof fetch = fetch,
  limited: RateLimited = (send) => send(),
  now: () => number = Date.now,
): Promise<Finding[]> {
  const url = new URL(`${airtable.apiUrl}/v0/${airtable.baseId}/${encodeURIComponent(airtable.table)}`);
  url.searchParams.set('maxRecords', '1');
  for (const field of FIELDS) url.searchParams.append('fields[]', field);
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
      blocks(`Airtable refuse (${response.status}) : ${message} ${adviceFor(response.status)}`),
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
  if (status === 422) return `${kept} La table doit avoir les champs ${FIELDS.join(', ')}.`;
  return `${kept} Réessayez dans quelques minutes.`;
}

const PAUSED =
  'Airtable a demandé une pause, ou d’autres envois occupent toutes les places. Les contacts attendent dans la base et partiront. ' +
  'Relancez npm run doctor dans une minute.';
