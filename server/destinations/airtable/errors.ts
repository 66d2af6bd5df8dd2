import type { Rejected, Rejection } from '../destination.ts';

const MAX_MESSAGE = 500;

/**
 * Reads an error answer in any shape the provider uses: `{error:{type,message}}`, `{error:"NOT_FOUND"}`,
 * `{errors:[{error,message}]}` (https://airtable.com/developers/web/api/errors), or something else altogether,
 * from a proxy for instance. Without a message in the body it is 'HTTP {status}: {statusText}'.
 */
export function readError(status: number, statusText: string, body: string): Rejection {
  const { type, message } = errorIn(parsed(body));
  return {
    status,
    // The type is logged, so only a bare code is accepted as one: anything else could hold personal data.
    ...(type !== undefined && /^[A-Z][A-Z0-9_]{1,80}$/.test(type) && { type }),
    // PostgreSQL's text cannot hold a NUL: an outcome that cannot be stored would be tried again for ever.
    message: (message ?? `HTTP ${status}: ${statusText}`).slice(0, MAX_MESSAGE).replaceAll('\0', '\ufffd'),
  };
}

/** Whether the token, the account, the base or the table is refused: no reason to send fewer fields. */
export function saysNothingOfFields({ status }: Rejection): boolean {
  return [401, 402, 403, 404].includes(status);
}

/** Whether there is no such record; a table that is missing says nothing of its records. */
export function isMissing({ rejection: { status, type } }: Pick<Rejected, 'rejection'>): boolean {
  return status === 404 && type !== 'TABLE_NOT_FOUND';
}

/** Whether the provider will refuse every lead for the same reason, so that trying them one by one is no use. */
export function concernsEveryLead(rejection: Rejection): boolean {
  return saysNothingOfFields(rejection) || rejection.type === 'UNKNOWN_FIELD_NAME';
}

/**
 * The same for a search, where only errors of the token or the account count: a token without the right to read may
 * still write, and a refused formula says nothing about creating a record.
 */
export function concernsEveryRequest({ status }: Rejection): boolean {
  return status === 401 || status === 402;
}

function errorIn(body: unknown): { type?: string | undefined; message?: string | undefined } {
  if (!isObject(body)) return {};
  const first: unknown = Array.isArray(body.errors) ? body.errors[0] : undefined;
  if (isObject(first)) return { type: textIn(first.error), message: textIn(first.message) };
  if (isObject(body.error)) return { type: textIn(body.error.type), message: textIn(body.error.message) };
  return { type: textIn(body.error) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
