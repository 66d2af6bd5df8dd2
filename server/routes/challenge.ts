import type { FastifyInstance } from 'fastify';
import type { FormProofs } from '../leads/form-proof.ts';

/** GET /api/challenge: the work that a page's code does in the background once its form is touched. */
export async function challengeRoute(
  app: FastifyInstance,
  { proofs }: { readonly proofs: FormProofs },
): Promise<void> {
  app.get('/api/challenge', async (_request, reply) => {
    const challenge = await proofs.challenge();
    return reply.header('cache-control', 'no-store').send(challenge);
  });
}
