import type { FastifyInstance } from 'fastify';
import type { FormProofs } from './form-proof.ts';

/** GET /api/challenge: the proof-of-work task that a page's script solves once its form is touched. */
export function challengeRoute(app: FastifyInstance, { proofs }: { readonly proofs: FormProofs }): void {
  app.get('/api/challenge', async (_request, reply) => {
    const challenge = await proofs.challenge();
    return reply.header('cache-control', 'no-store').send(challenge);
  });
}
