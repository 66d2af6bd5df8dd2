import type { AuditView } from '#domain/audit.ts';
import type { FieldError } from '#domain/errors.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { withTimeLimit } from '../../browser/network.ts';

/** What is sent to have a site looked at. */
export interface AuditRequest {
  /** As it was typed; empty for the audit that follows from the lead. */
  readonly url: string;
  /** The signed reference to the visitor's lead; empty where there is none. */
  readonly lead: string;
  /** A proof of work; empty where there is none. */
  readonly proof: string;
}

/** What the service said of a request. */
export type AuditAnswer =
  /** `page` is the address of the report, where it will be. */
  | {
      readonly kind: 'queued';
      readonly token: string;
      readonly page: string;
      readonly by?: string | undefined;
    }
  /** Not so, or not now: what happened and what to do, in French. */
  | {
      readonly kind: 'refused';
      readonly detail: string;
      readonly errors: readonly FieldError[];
      readonly by?: string | undefined;
    }
  /** It cannot tell whose site to look at: the visitor is to name it. */
  | { readonly kind: 'unknown'; readonly by: string }
  /** No answer of the service's. `isOffline`: the browser has no network. */
  | { readonly kind: 'silent'; readonly isOffline?: boolean };

/** What the service says of an audit; `lost` when it says nothing, `gone` when there is no such audit. */
export type AuditNews =
  | { readonly kind: 'view'; readonly view: AuditView }
  | { readonly kind: 'lost' }
  | { readonly kind: 'gone'; readonly detail: string };

/** As long as the service waits for its database. In milliseconds. */
const ASK_MS = 25_000;
const READ_MS = 10_000;

interface Body {
  readonly token?: string;
  readonly page?: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** Until when the lead's audit is promised, in words. */
  readonly by?: string;
}

/** Asks for an audit. Never throws. */
export async function postAudit({ url, lead, proof }: AuditRequest): Promise<AuditAnswer> {
  try {
    const response = await fetch('/api/audits', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, ...(lead && { lead }), ...(proof && { [HIDDEN_FIELDS.proof]: proof }) }),
      signal: withTimeLimit(ASK_MS),
    });
    const { token, page, detail, errors = [], by } = (await response.json()) as Body;
    if (response.ok && token && page?.startsWith('/audit/')) return { kind: 'queued', token, page, by };
    if (response.ok && by) return { kind: 'unknown', by };
    if (!response.ok && detail) return { kind: 'refused', detail, errors, by };
  } catch {
    // What is no answer of the service's is none.
  }
  return { kind: 'silent', isOffline: !navigator.onLine };
}

/**
 * Says that the site of an audit is not the visitor's: it ends, and no mail tells of it. Never throws.
 * @param lead the signed reference to the visitor's lead, whose audit it is
 */
export async function disownAudit(token: string, lead: string): Promise<void> {
  await fetch(`/audit/${token}/pas-le-mien`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lead }),
    keepalive: true,
  }).catch(() => {});
}

/** Asks how an audit stands. Never throws. */
export async function readAudit(token: string): Promise<AuditNews> {
  try {
    const response = await fetch(`/api/audits/${token}`, {
      cache: 'no-store',
      signal: withTimeLimit(READ_MS),
    });
    const body = (await response.json()) as AuditView & Body;
    if (response.ok && body.state) return { kind: 'view', view: body };
    if (response.status === 404 && body.detail) return { kind: 'gone', detail: body.detail };
  } catch {
    // The network may come back.
  }
  return { kind: 'lost' };
}
