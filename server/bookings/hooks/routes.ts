import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SchedulingProvider } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import type { Secret } from '../../config/secrets.ts';
import { answerError, sendProblem, unreadableBody } from '../../http/errors.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { calHooks } from './cal.ts';
import { calendlyHooks } from './calendly.ts';
import type { Hook, HookKind } from './hook.ts';

export interface HookDeps {
  /** What signs each provider's webhooks; absent: they are not taken. */
  readonly keys: Readonly<Record<SchedulingProvider, Secret | undefined>>;
  /** Stores a webhook, once. @param hash of its body */
  readonly take: (provider: SchedulingProvider, hash: string, hook: Hook) => Promise<void>;
  readonly now: () => Instant;
}

const KINDS: Readonly<Record<SchedulingProvider, HookKind>> = { calendly: calendlyHooks, cal: calHooks };
const NAMES: Readonly<Record<SchedulingProvider, string>> = { calendly: 'Calendly', cal: 'Cal.com' };

/** As much as the proxies of deploy/ let pass; what providers send takes a few KiB. */
const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * POST /api/hooks/calendly and /api/hooks/cal: what the scheduling provider tells of calls. The signature is verified on
 * the bytes as they came; nothing is parsed before. Where no key is set, the address does not exist.
 */
export function hookRoutes(app: FastifyInstance, { keys, take, now }: HookDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    for (const provider of Object.keys(KINDS) as SchedulingProvider[]) {
      const key = keys[provider];
      if (key === undefined) continue;
      const kind = KINDS[provider];
      const options = { bodyLimit: BODY_LIMIT_BYTES, errorHandler: answerUnread };
      scope.post(`/api/hooks/${provider}`, options, async (request, reply) => {
        const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
        const signature = request.headers[kind.header];
        if (typeof signature !== 'string' || !kind.isSigned(signature, body, key, now()))
          return refuse(request, reply, 401, unsigned(provider));
        const hook = kind.read(jsonIn(body));
        if (hook === undefined) return refuse(request, reply, 422, notUnderstood(provider));
        const hash = createHash('sha256').update(body).digest('hex');
        try {
          await fromStore(take(provider, hash, hook));
        } catch (error) {
          request.log.error({ err: error }, notStored(provider));
          reply.header('retry-after', RETRY_STORE_SECONDS);
          return sendProblem(reply, 503, 'Le webhook n’a pas pu être enregistré. Renvoyez-le.');
        }
        return reply.header('cache-control', 'no-store').send({ stored: true });
      });
    }
  });
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function answerUnread(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (unreadableBody(error) === 'size') sendProblem(reply, 413, 'Le contenu dépasse 64 Kio.');
  else answerError(error, request, reply);
}

interface Refusal {
  /** For the provider. */
  readonly detail: string;
  /** For the operator. */
  readonly line: string;
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: number, { detail, line }: Refusal) {
  request.log.warn(line);
  return sendProblem(reply, status, detail);
}

const SETTINGS = { calendly: 'CALENDLY_WEBHOOK_KEY', cal: 'CAL_WEBHOOK_SECRET' } as const;

const unsigned = (provider: SchedulingProvider): Refusal => ({
  detail: 'La signature manque, n’est pas la bonne ou date de plus de trois minutes.',
  line:
    `Un webhook de ${NAMES[provider]} a été refusé\u202f: sa signature manque, n’est pas la bonne ou est trop vieille. Rien n’a été changé. ` +
    `Si vos rendez-vous n’arrivent plus ici, comparez ${SETTINGS[provider]} avec la clé donnée chez ${NAMES[provider]}, et l’heure de cette machine.`,
});

const notUnderstood = (provider: SchedulingProvider): Refusal => ({
  detail: 'Le contenu n’est pas celui que la documentation du fournisseur annonce.',
  line:
    `Un webhook signé de ${NAMES[provider]} n’a pas été compris\u202f: un rendez-vous peut manquer ici, il est chez ${NAMES[provider]}. ` +
    'Ce qui est enregistré est intact. Retirez le modèle de contenu (payload template) s’il y en a un, puis signalez cette ligne à la personne qui maintient le programme.',
});

const notStored = (provider: SchedulingProvider) =>
  `Un webhook de ${NAMES[provider]} n’a pas pu être enregistré et n’a pas été confirmé. Ce qui est enregistré est intact. ` +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
