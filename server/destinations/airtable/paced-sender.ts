import type { Instant } from '#domain/instant.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { Clock } from '../../system/clock.ts';
import type { Limits } from '../destination.ts';
import { type ApiOutcome, type ApiRequest, type NoAnswer, sendRequest } from './client.ts';

/**
 * The provider takes 5 requests a second for a base (https://airtable.com/developers/web/api/rate-limits).
 * A little more than 200 ms, so that a request seldom has to wait for a permit.
 */
const SPACING_MS = 220;
const REQUESTS = 5;
export const SECOND_MS = 1_000;
/** How often a request that found no free permit asks again. */
const RECHECK_MS = 50;

/** All that this process sends to one base goes through one of these, or the provider counts more than it takes. */
export interface PacedSender {
  /**
   * Sends one request when its turn has come, and nothing during a pause. Never rejects.
   */
  send<T>(request: ApiRequest<T>, limits: Pick<Limits, 'signal'> & Partial<Limits>): Promise<ApiOutcome<T>>;
  /** Until when the provider wants no request. */
  pausedUntil(): Instant;
}

/**
 * Keeps to the provider's rate. Departures spread the requests evenly. Permits guarantee that the provider never counts
 * more than five requests in a second, however late the network makes one: a permit is free again one second after its
 * request was answered, and so after it arrived.
 * @param timeoutMs how long one request may take
 * @param from when the first may leave: for a second the provider counts what a killed process has sent
 */
export function pacedSender(
  settings: AirtableConfig,
  clock: Clock,
  timeoutMs = 10_000,
  from: Instant = clock.now(),
): PacedSender {
  const permits = Array.from({ length: REQUESTS }, () => ({ freeAt: 0 }));
  let nextAt = from;
  let pausedUntil = 0;

  const isPaused = () => pausedUntil > clock.now();

  /** @returns undefined when the request may not leave: there is a pause, or the signal aborted */
  async function permit(signal: AbortSignal) {
    const at = Math.max(nextAt, clock.now());
    nextAt = at + SPACING_MS;
    if (at > clock.now()) await clock.wait(at - clock.now(), signal);
    while (!signal.aborted && !isPaused()) {
      const free = permits.find(({ freeAt }) => freeAt <= clock.now());
      if (free !== undefined) return Object.assign(free, { freeAt: Number.POSITIVE_INFINITY });
      await clock.wait(RECHECK_MS, signal);
    }
    return undefined;
  }

  return {
    pausedUntil: () => pausedUntil,

    async send(request, { signal, until = Number.POSITIVE_INFINITY, leaving }) {
      if (isPaused()) return notSent(PAUSED);
      const taken = await permit(signal);
      if (taken === undefined) return notSent(signal.aborted ? 'Arrêt demandé avant l’envoi' : PAUSED);
      // Also after a standstill of this machine: whoever has the leads by then sends them.
      if (clock.now() + timeoutMs > until) {
        taken.freeAt = 0;
        return notSent('Plus assez de temps pour un envoi');
      }
      leaving?.();
      const reply = await sendRequest(settings, request, { signal, timeoutMs });
      taken.freeAt = clock.now() + SECOND_MS;
      if (reply.kind === 'transient' && reply.pauseMs !== undefined)
        pausedUntil = Math.max(pausedUntil, clock.now() + reply.pauseMs);
      return reply;
    },
  };
}

export const PAUSED = 'Le fournisseur demande une pause';

/** A request that never left. @param message why, in French */
export function notSent(message: string): NoAnswer {
  return { kind: 'transient', message, unknown: false };
}
