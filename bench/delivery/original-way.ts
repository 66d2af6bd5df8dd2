import type { Lead } from '#domain/lead.ts';
import { Secret } from '#server/config/secrets.ts';
import { recordFormats } from '#server/destinations/airtable/strategies.ts';
import { FAKE } from '../../tests/fakes/airtable.ts';

/**
 * What the original product does, one browser for each lead and all in the same moment: the four strategies in
 * order, straight at the provider; when all fail the lead stays in that browser's local storage, from where
 * nothing sends it again.
 * @returns how many browsers were left with their lead in local storage
 */
export async function sendFromBrowsers(leads: readonly Lead[], apiUrl: string): Promise<number> {
  const sent = await Promise.all(leads.map((lead) => sendFromBrowser(lead, apiUrl)));
  return sent.filter((landed) => !landed).length;
}

async function sendFromBrowser(lead: Lead, apiUrl: string): Promise<boolean> {
  for (const format of recordFormats({ ...FAKE, token: new Secret(FAKE.token), apiUrl }).values()) {
    const response = await fetch(`${apiUrl}/v0/${FAKE.baseId}/${encodeURIComponent(format.table)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${FAKE.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ records: [{ fields: format.fieldsOf(lead) }] }),
    }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return true;
  }
  return false;
}
