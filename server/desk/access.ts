import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { desk as words } from '#content/pages/desk.ts';
import type { Instant } from '#domain/instant.ts';
import type { Secret } from '../config/secrets.ts';
import { isOwnOrigin } from '../http/forms.ts';
import { sendPrivatePage } from '../http/send-page.ts';
import { closedPage } from './frame.tsx';

const COOKIE = 'oui48_desk';
const COOKIES = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`, 'g');
const DAY_MS = 24 * 60 * 60_000;
/** After which the address with the key is needed again. */
const COOKIE_MS = 30 * DAY_MS;

/** Every machine of a tailnet has an address in it (https://tailscale.com/kb/1033/ip-and-dns-addresses). */
const TAILNET_ADDRESSES = 'fd7a:115c:a1e0:';

/**
 * Whether a host, beside the machine's own names, is one of a tailnet that this machine is in (`tailscale serve`): a name
 * that somebody else has there could be made to lead here.
 */
export function isTailnet(host: string, interfaces = networkInterfaces()): boolean {
  if (!host.endsWith('.ts.net')) return false;
  return Object.values(interfaces).some((addresses) =>
    addresses?.some(({ address }) => address.startsWith(TAILNET_ADDRESSES)),
  );
}

/** Who may see the desk, and from where it may be changed. */
export interface Access {
  /** In every form: what a page of another site cannot know. */
  readonly formToken: string;
  /** Answers 403, or turns the key of the address into the cookie; undefined when the request may go on. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/**
 * The loopback address alone proves nothing: other accounts of the machine and pages in the owner's browser reach it.
 * @param key shared by all servers on the database; `./oui desk` prints it
 */
export function deskAccess(key: Secret, now: () => Instant): Access {
  const hmac = (subject: string, text: string) =>
    createHmac('sha256', key.reveal()).update(`${subject}\0${text}`).digest('base64url');
  const formToken = hmac('form', '');
  const cookieUntil = (until: number) => `${until}.${hmac('cookie', String(until))}`;

  const hasCookie = ({ headers }: FastifyRequest) => {
    // A page on another port of this machine can set one of the same name and a longer path, which comes first.
    const values = [...(headers.cookie ?? '').matchAll(COOKIES)].map(([, value = '']) => value);
    return values.some((value) => {
      const until = Number(value.split('.', 1)[0]);
      return until > now() && isSame(value, cookieUntil(until));
    });
  };

  return {
    formToken,
    refuse(request, reply) {
      const { key: given } = request.query as { key?: unknown };
      if (request.method === 'GET' && typeof given === 'string' && isSame(given, key.reveal())) {
        const cookie = `${COOKIE}=${cookieUntil(now() + COOKIE_MS)}; Path=/; Max-Age=${COOKIE_MS / 1000}`;
        return reply.header('set-cookie', `${cookie}; HttpOnly; SameSite=Strict`).redirect('/', 303);
      }
      if (!hasCookie(request)) return sendPrivatePage(reply, 403, closedPage(words.closed));
      if (request.method === 'GET') return undefined;
      const token = request.body instanceof URLSearchParams ? request.body.get('token') : null;
      const isOurs = isOwnOrigin(request, '') && token !== null && isSame(token, formToken);
      return isOurs ? undefined : sendPrivatePage(reply, 403, closedPage(words.foreign));
    },
  };
}

/** Asks for the key before every route of a scope. */
export function guard(scope: FastifyInstance, access: Access): void {
  // The reply has to be returned: while another hook still works on it, the route would be carried out.
  scope.addHook('preHandler', async (request, reply) => access.refuse(request, reply));
}

/** Compares in a time that says nothing of where two texts differ. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
