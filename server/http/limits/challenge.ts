import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FormProofs } from './form-proof.ts';

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
