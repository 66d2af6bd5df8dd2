import { bareHost } from '../../outgoing/typed-address.ts';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** `host:port` of a CONNECT (RFC 9110, section 9.3.6), with brackets around IPv6. */
export function parseAuthority(text: string): Target | undefined {
  if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i.test(text)) return undefined;
  // The parser of the browser's own standard, so that 0x7f.1 is seen for what it is.
  const url = URL.parse(`http://${text}/`);
  if (url === null) return undefined;
  return { host: bareHost(url), port: Number(text.slice(text.lastIndexOf(':') + 1)) };
}

export interface AbsoluteForm {
  readonly target: Target;
  /** Path and query. */
  readonly path: string;
  /** What stands in `Host`. */
  readonly authority: string;
}

/** A request's target in absolute form (RFC 9112, section 3.2.2); `http` only, without credentials. */
export function readAbsolute(text: string): AbsoluteForm | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'http:' || `${url.username}${url.password}` !== '') return undefined;
  const port = url.port === '' ? 80 : Number(url.port);
  return { target: { host: bareHost(url), port }, path: `${url.pathname}${url.search}`, authority: url.host };
}
