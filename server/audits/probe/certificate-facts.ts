import type { TLSSocket } from 'node:tls';
import type { TlsFacts } from '../facts/facts.ts';

/** What a finished handshake tells of the server. */
export function certificateFacts(socket: TLSSocket): TlsFacts {
  const { valid_from, valid_to, issuer } = socket.getPeerCertificate();
  const protocol = socket.getProtocol();
  const error = socket.authorized ? undefined : errorCode(socket.authorizationError);
  const issuerName = issuer?.O ?? issuer?.CN;
  return {
    trusted: socket.authorized,
    ...(error !== undefined && { error }),
    ...(protocol !== null && { protocol }),
    ...dated('validFrom', valid_from),
    ...dated('validTo', valid_to),
    ...(issuerName !== undefined && { issuer: String(issuerName).slice(0, 100) }),
  };
}

/** A certificate may carry any text in the place of a date; what is none is left out. */
function dated(name: 'validFrom' | 'validTo', text: string | undefined): Partial<TlsFacts> {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? {} : { [name]: new Date(ms).toISOString() };
}

/** A code as text, or an error that carries one, by Node's version. */
function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return String(error);
}
