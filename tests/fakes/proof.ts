import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** The proof of work that a page's script makes while its form is filled in: a challenge of the server at `url`, solved. */
export async function freshProof(url: string): Promise<string> {
  const challenge = (await (await fetch(`${url}/api/challenge`)).json()) as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}
