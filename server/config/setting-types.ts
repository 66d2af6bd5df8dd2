import { z } from 'zod';
import { isMailAddress } from '#domain/email.ts';
import { PROVIDER_FIELDS, type ProviderField } from '../fields/lead-fields.ts';
import type { Mailbox } from './mail-address.ts';
import { Secret } from './secrets.ts';

/** A text that no log may show. */
export function secretText(isValid: (text: string) => boolean) {
  return z
    .string()
    .refine(isValid)
    .transform((text) => new Secret(text));
}

/** Several texts, separated by commas. */
export const list = z.string().transform((text) => text.split(',').map((one) => one.trim()));

/** A TCP port, 0 to let the system choose. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535));

/** An http address that can be built upon: no query, fragment or user of its own. */
export function isHttpBase(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === '';
}

export type FieldIds = Readonly<Record<ProviderField, string>>;

/** What a valid `AIRTABLE_FIELD_IDS` looks like. */
export const FIELD_IDS_EXAMPLE = PROVIDER_FIELDS.map((name) => `${name}=fld…`).join(',');

/** `Name=fld…` for each field of the provider's table, separated by commas. */
export const fieldIds = z.string().transform((text, context): FieldIds => {
  const pairs = new Map(
    text.split(',').map((pair) => {
      const [name = '', id = ''] = pair.split('=');
      return [name.trim(), id.trim()] as const;
    }),
  );
  const complete = PROVIDER_FIELDS.every((name) => /^fld\w+$/.test(pairs.get(name) ?? ''));
  if (!complete || pairs.size !== PROVIDER_FIELDS.length) context.addIssue({ code: 'custom' });
  return Object.fromEntries(PROVIDER_FIELDS.map((name) => [name, pairs.get(name) ?? ''])) as FieldIds;
});

/** `adresse` or `Nom <adresse>`. */
export const mailbox = z.string().transform((text, context): Mailbox => {
  const [, name = '', bracketed] = /^([^<>"\r\n]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? text).trim();
  if (!isMailAddress(address)) context.addIssue({ code: 'custom' });
  return { name: name.trim(), address };
});

/** A mail server, and how to log in there. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS, where the server has it. */
  readonly secure: boolean;
  readonly user?: string;
  readonly password?: Secret;
}

/** `smtp://` or `smtps://user:password@host:port`. */
export const smtpServer = z.string().transform((text, context): SmtpServer => {
  const url = URL.parse(text);
  const bare = url !== null && url.pathname.replace('/', '') === '' && `${url.search}${url.hash}` === '';
  if (!bare || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
  const secure = url.protocol === 'smtps:';
  try {
    const user = decodeURIComponent(url.username);
    const password = new Secret(decodeURIComponent(url.password));
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port);
    return { host, port, secure, ...(user !== '' && { user, password }) };
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});

/** Where nobody in between can read along. */
export function isPrivateTransport(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url));
}

/** Whether a setting names this machine itself, in so many words. */
export function isThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

export const SIGNING_KEY_EXPECTED = '16 à 256 caractères sans espace ni accent';

/** A key that somebody chose at a provider, long enough not to be guessed. */
export function isSigningKey(text: string): boolean {
  return /^[\x21-\x7e]{16,256}$/.test(text);
}

/** 24 to 64 bytes in base64 (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). */
export function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
}
