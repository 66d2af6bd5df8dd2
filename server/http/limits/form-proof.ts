import { CappedMap, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as derive } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Instant } from '#domain/instant.ts';
import type { Secret } from '../../config/secrets.ts';

/**
 * One guess costs `COST` rounds of PBKDF2 and one in sixteen guesses is right: measured in
 * docs/decisions/010-spam-without-third-parties.md. To check costs one guess, to ask costs none, nor does a proof that
 * is too old or spent.
 */
const ALGORITHM = 'PBKDF2/SHA-256';
const COST = 3000;
const KEY_PREFIX = '0';

/** From the first touch of a form to its arrival. An older proof is a weak sign against a lead, never a refusal. */
const LIFETIME_MS = 2 * 60 * 60_000;

/** How many used proofs are remembered, so that each counts for one lead only: about 5 MB. */
const REMEMBERED = 20_000;

/** What became of the proof of work that a page adds to its form. */
export type ProofState = 'good' | 'absent' | 'expired' | 'forged' | 'replayed';

export interface CheckedProof {
  readonly proof: ProofState;
  /** Milliseconds since the challenge was made; only of a good proof. */
  readonly ageMs?: number;
}

export interface FormProofs {
  /** A challenge to solve; its signature covers the time it was made. */
  challenge(): Promise<Challenge>;
  /** Checks what came with a lead, whatever it is; a good proof is spent on this lead. Never rejects. */
  check(proof: unknown, leadId: string): Promise<CheckedProof>;
}

const payload = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(COST),
      keyLength: z.number(),
      keyPrefix: z.literal(KEY_PREFIX),
      data: z.strictObject({ issuedAt: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/**
 * Makes challenges and checks their solutions; servers with the same `key` check each other's. Which proofs were used
 * is known only to the server that took them.
 * @param deriveKey what one guess costs
 */
export function formProofs(
  key: Secret,
  now: () => Instant,
  deriveKey: DeriveKeyFunction = derive,
): FormProofs {
  const spentOn = new CappedMap<string, string>({ maxSize: REMEMBERED });
  const hmacSignatureSecret = key.reveal();

  /** What is known of a challenge whose signature is right before any work is done for it. */
  function known({ parameters, signature }: Challenge, leadId: string): CheckedProof | undefined {
    const ageMs = now() - (parameters.data?.issuedAt as number);
    if (ageMs > LIFETIME_MS) return { proof: 'expired' };
    const spent = spentOn.get(signature ?? '');
    if (spent === undefined) return undefined;
    return spent === leadId ? { proof: 'good', ageMs } : { proof: 'replayed' };
  }

  return {
    challenge: () =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        keyPrefix: KEY_PREFIX,
        data: { issuedAt: now() },
        deriveKey,
        hmacSignatureSecret,
      }),

    async check(proof, leadId) {
      if (proof === undefined || proof === null || proof === '') return { proof: 'absent' };
      const parsed = payload.safeParse(decoded(proof));
      if (!parsed.success) return { proof: 'forged' };
      const { challenge, solution } = parsed.data;
      let before: CheckedProof | undefined;
      // Asked for last, when the signature was found right: what is known by then costs no key.
      const work: DeriveKeyFunction = async (...given) => {
        before = known(challenge, leadId);
        return before === undefined ? deriveKey(...given) : { derivedKey: new Uint8Array() };
      };
      const result = await verifySolution({ challenge, solution, deriveKey: work, hmacSignatureSecret });
      // Of two leads at once with one proof, the other may have been first meanwhile.
      const already = before ?? (result.verified ? known(challenge, leadId) : { proof: 'forged' as const });
      if (already !== undefined) return already;
      spentOn.set(challenge.signature, leadId);
      return { proof: 'good', ageMs: now() - challenge.parameters.data.issuedAt };
    },
  };
}

/** The JSON under the base64 that a form can carry; undefined when it is not that. */
function decoded(proof: unknown): unknown {
  if (typeof proof !== 'string') return undefined;
  try {
    return JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

interface ChallengeDeps {
  readonly proofs: FormProofs;
  /** Told of each request. */
  readonly asked: (request: FastifyRequest) => void;
}

/** GET /api/challenge: the proof-of-work task that a page's script solves once its form is touched. */
export function challengeRoute(app: FastifyInstance, { proofs, asked }: ChallengeDeps): void {
  app.get('/api/challenge', async (request, reply) => {
    asked(request);
    const challenge = await proofs.challenge();
    return reply.header('cache-control', 'no-store').send(challenge);
  });
}
