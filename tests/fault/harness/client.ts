import type { Lead } from '#domain/lead.ts';
import { someLead } from '../../fakes/leads.ts';

/** A lead as far as the one who sent it knows it: the address of a form's page is the service's to fill in. */
export type SentLead = Pick<Lead, 'name' | 'email'> & { readonly url?: string };

/** Visitors, and the log of what they were told: the only source of the word « acknowledged ». */
export interface Client {
  /** By e-mail. */
  readonly acknowledged: ReadonlyMap<string, SentLead>;
  /** How often each status came; 0 stands for no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** When each request that got no answer was sent, as of performance.now(). */
  readonly unanswered: number[];
  /** The longest that an answer, or its absence, took, in milliseconds. */
  slowestMs(): number;
  /** Sends one lead once; resolves with the status, or 0 when no answer came. Every tenth goes by form. */
  send(url: string, lead?: Lead): Promise<number>;
  sendJson(url: string, lead: Lead): Promise<number>;
  /** Sends so many new leads, once each, several abreast; stops early when `signal` aborts. */
  burst(url: string, count: number, options?: BurstOptions): Promise<void>;
}

export interface BurstOptions {
  readonly abreast?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 30_000;
const TAKEN = [200, 201, 303];

export function newClient(): Client {
  const acknowledged = new Map<string, SentLead>();
  const statuses = new Map<number, number>();
  const unanswered: number[] = [];
  let sent = 0;
  let slowest = 0;

  async function send(url: string, lead = someLead(), byForm = ++sent % 10 === 0): Promise<number> {
    const started = performance.now();
    const status = await post(`${url}/api/leads`, lead, byForm);
    slowest = Math.max(slowest, performance.now() - started);
    if (status === 0) unanswered.push(started);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const { name, email } = lead;
    if (TAKEN.includes(status)) acknowledged.set(email, byForm ? { name, email } : lead);
    return status;
  }

  return {
    acknowledged,
    statuses,
    unanswered,
    slowestMs: () => slowest,
    send,
    sendJson: (url, lead) => send(url, lead, false),
    async burst(url, count, { abreast = 16, signal } = {}) {
      let left = count;
      const lane = async () => {
        while (left > 0 && !signal?.aborted) {
          left -= 1;
          await send(url);
        }
      };
      await Promise.all(Array.from({ length: abreast }, lane));
    },
  };
}

async function post(address: string, { status: _, ...lead }: Lead, byForm: boolean): Promise<number> {
  const body = byForm ? new URLSearchParams({ name: lead.name, email: lead.email }) : JSON.stringify(lead);
  const type = byForm ? 'application/x-www-form-urlencoded' : 'application/json';
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': type, accept: byForm ? 'text/html' : 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
