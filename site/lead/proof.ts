import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { SOURCE_FIELD } from '#domain/form-page.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';

/** A phone that has not solved it by then goes without. */
const SOLVE_TIMEOUT_MS = 10_000;

/**
 * Fetches a challenge, solves it in the background and leaves the proof in the form's hidden field. Nobody waits for
 * it: a form that is sent before goes without, and so does one where the platform keeps its cryptography from
 * insecure pages. A page that comes back after the form was sent gets a proof of its own. Never rejects.
 */
export async function proveWork(form: HTMLFormElement): Promise<void> {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void putProof(form);
  });
  await putProof(form);
}

async function putProof(form: HTMLFormElement): Promise<void> {
  const field = form.elements.namedItem(HIDDEN_FIELDS.proof);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = '';
  field.value = await workProof(String(new FormData(form).get(SOURCE_FIELD) ?? ''));
}

/**
 * The value of a form's proof-of-work field; empty when the proof could not be made. Never rejects.
 * @param source what the form says of the source of the visit, as a query
 */
export function workProof(source = ''): Promise<string> {
  return solve(source).catch(() => '');
}

async function solve(source: string): Promise<string> {
  if (!globalThis.crypto.subtle) return '';
  const response = await fetch(`/api/challenge?${source}`, { cache: 'no-store' });
  if (!response.ok) return '';
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, timeout: SOLVE_TIMEOUT_MS });
  return solution ? btoa(JSON.stringify({ challenge, solution })) : '';
}
