import { whenIdle } from './later.ts';

/**
 * An effect by its two addresses, each written out where the bundler finds it, and what the page must know of it when
 * a worker plays it; on the page's own thread, `mount` knows that by itself.
 */
export interface Effect {
  worker(): Worker;
  module(): Promise<{ mount(host: HTMLElement): unknown }>;
  /** Declarations of its canvas that differ. */
  style?: string;
  /** Milliseconds before its canvas appears (0). */
  delay?: number;
}

/**
 * Starts an effect behind the content of `host` once the page has been painted: in a worker, so that no frame of it
 * delays a touch, or on the page's own thread where workers cannot draw (Safari before 16.4).
 */
export function startEffect(host: HTMLElement | undefined, effect: Effect): void {
  if (!host) return;
  whenIdle(async () => {
    if ('transferControlToOffscreen' in HTMLCanvasElement.prototype) {
      const { mountOffstage } = await import('../effects/offstage.ts');
      setTimeout(() => mountOffstage(host, effect.worker, effect.style), effect.delay);
    } else (await effect.module()).mount(host);
  });
}
