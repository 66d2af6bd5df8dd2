import type { AirtableConfig } from '../../config/config.ts';
import type { Clock } from '../../system/clock.ts';
import type { Departure, Limits } from '../destination.ts';
import type { Pacer } from '../pacer.ts';
import { type ApiOutcome, type ApiRequest, type NoAnswer, sendRequest } from './client.ts';

export interface PacedOptions {
  readonly clock: Clock;
  readonly pacer: Pacer;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** Sends one request when its turn has come, and nothing during a pause. Never rejects. */
export type SendPaced = <T>(
  request: ApiRequest<T>,
  limits: Pick<Limits, 'signal'> & Partial<Limits>,
  departure?: Departure,
  /** Called just before the request leaves. */
  leaving?: () => void,
) => Promise<ApiOutcome<T>>;

/** Sends requests at the pace that all servers share. */
export function pacedSender(settings: AirtableConfig, { clock, pacer, timeoutMs }: PacedOptions): SendPaced {
  return async (request, { signal, until = Number.POSITIVE_INFINITY }, departure, leaving) => {
    if (pacer.pausedUntil() > clock.now()) return notSent(PAUSED);
    // When the database does not answer, the shared rate cannot be kept: then nothing is sent.
    const giveBack = await pacer.acquire(departure, signal).catch(() => undefined);
    if (giveBack === undefined)
      return notSent(signal.aborted ? 'Arrêt demandé avant l’envoi' : 'Pas de tour d’envoi');
    try {
      if (clock.now() + timeoutMs > until) return notSent('Plus assez de temps pour un envoi');
      leaving?.();
      const reply = await sendRequest(settings, request, { signal, timeoutMs });
      // This server pauses even when the database cannot tell the others; the provider will tell them too.
      if (reply.kind === 'transient' && reply.pauseMs !== undefined)
        await pacer.pause(reply.pauseMs).catch(() => {});
      return reply;
    } finally {
      // Not worth an error: a permit that is not given back frees itself.
      await giveBack().catch(() => {});
    }
  };
}

export const PAUSED = 'Le fournisseur demande une pause';

/** A request that never left. @param message why, in French */
export function notSent(message: string): NoAnswer {
  return { kind: 'transient', message, unknown: false };
}
