import { Resolver } from 'node:dns/promises';
import { mails } from '#content/mails.ts';
import type { Instant } from '#domain/instant.ts';
import type { Config } from '#server/config/config.ts';
import { mailId } from '#server/messages/ids.ts';
import { renderMail } from '#server/messages/mail/html.tsx';
import type { MailTransport } from '#server/messages/mail/transport.ts';
import { mailTransport } from '#server/start/start-messages.ts';
import { frenchTime } from '#server/system/french-time.ts';
import { within } from '#server/system/within.ts';
import { safeText } from '../leads/print.ts';
import { blocks, type DoctorFinding, fine, mend } from './finding.ts';

/** Asks the mail server for a connection and a login. @returns why it gives none; undefined: it does */
export type MailKnock = (mail: Config['mail']) => Promise<string | undefined>;

/** Whether the mail server takes connections and the login; nothing is sent. */
export async function checkMailServer({ mail }: Config, knock: MailKnock): Promise<DoctorFinding[]> {
  const reason = mail.smtp === undefined ? undefined : await knock(mail);
  if (reason === undefined) return [];
  return [
    blocks(
      `Le serveur de messagerie ${mail.smtp?.host} n’accepte pas la connexion (${safeText(reason)}) : personne n’est prévenu de rien. Les e-mails dus attendent dans la base. ` +
        'Vérifiez SMTP_URL (adresse, port, mot de passe) et que ce serveur marche, puis npm run doctor -- --mail.',
    ),
  ];
}

/** The part of node:dns/promises that is used. */
export type MailResolver = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'resolve4' | 'resolve6'>;

const QUESTION_MS = 2_500;
/** Time limit for all lookups together. */
const WHOLE_MS = 8_000;

/** The machine's own name servers, two tries each. */
export function systemResolver(): MailResolver {
  return new Resolver({ timeout: QUESTION_MS, tries: 2 });
}

/**
 * Checks the DNS records of the sender's domain: those by which receivers authenticate its mails (SPF, RFC 7208; DKIM,
 * RFC 6376; DMARC, RFC 7489), and those by which replies arrive. Whether the mail server really accepts mails only
 * `npm run doctor -- --mail` can tell. No findings without SMTP; never throws.
 */
export async function checkMailDns({ mail }: Config, resolver: MailResolver): Promise<DoctorFinding[]> {
  if (mail.smtp === undefined) return [];
  const { host } = mail.smtp;
  const domain = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1).toLowerCase();
  try {
    return await within(
      WHOLE_MS,
      Promise.all([
        spf(domain, host, resolver),
        dkim(domain, resolver),
        dmarc(domain, resolver),
        answers(domain, resolver),
      ]),
    );
  } catch (error) {
    const code = codeOf(error);
    const text =
      `Le DNS n’a pas pu être interrogé au sujet de ${domain}${code === '' ? '' : ` (${code})`} : SPF, DKIM et DMARC ne sont pas vérifiés. Les e-mails partent comme avant. ` +
      'Vérifiez le réseau de cette machine, puis relancez npm run doctor.';
    return [mend(text)];
  }
}

async function spf(domain: string, host: string, resolver: MailResolver): Promise<DoctorFinding> {
  const records = (await txt(domain, resolver)).filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    const text = `SPF : ${domain} ne dit pas qui peut écrire en son nom, vos e-mails risquent d’être pris pour des indésirables. Publiez l’enregistrement TXT que donne l’hébergeur de ${host}.`;
    return mend(text);
  }
  if (records.length > 1) {
    const text = `SPF : ${domain} a ${records.length} enregistrements « v=spf1 », et plus d’un vaut zéro. Les e-mails partent, mais risquent d’être refusés. N’en gardez qu’un seul, qui les réunit.`;
    return mend(text);
  }
  if (/ \+?all( |$)/i.test(record)) {
    const text = `SPF : « ${safeText(record)} » laisse n’importe qui écrire au nom de ${domain}. Les e-mails partent. Finissez par « -all » ou « ~all ».`;
    return mend(text);
  }
  return fine(
    `SPF de ${domain} : « ${safeText(record)} ». Que ${host} y figure, npm run doctor -- --mail le montre chez le destinataire.`,
  );
}

/** The names of DKIM keys cannot be listed, but DNS tells whether there is any name below `_domainkey` (RFC 8020). */
async function dkim(domain: string, resolver: MailResolver): Promise<DoctorFinding> {
  const name = `_domainkey.${domain}`;
  const exists = await asked(() => resolver.resolveTxt(name));
  if (exists !== 'no such name') return fine(`DKIM : des clés sont publiées sous ${name}.`);
  const text = `DKIM : aucune clé n’est publiée sous ${name}, personne ne peut vérifier la signature de vos e-mails. Ils partent. Activez DKIM chez l’hébergeur de votre messagerie.`;
  return mend(text);
}

async function dmarc(domain: string, resolver: MailResolver): Promise<DoctorFinding> {
  const found = (await txt(`_dmarc.${domain}`, resolver)).find((text) => /^v=DMARC1( |;|$)/i.test(text));
  if (found !== undefined) return fine(`DMARC de ${domain} : « ${safeText(found)} ».`);
  const text = `DMARC : ${domain} n’en a pas, et de grands fournisseurs se méfient de tels expéditeurs. Les e-mails partent. Publiez au moins « v=DMARC1; p=none » en TXT sous _dmarc.${domain}.`;
  return mend(text);
}

async function answers(domain: string, resolver: MailResolver): Promise<DoctorFinding> {
  const mx = await asked(() => resolver.resolveMx(domain));
  // Without MX the domain's own address takes mails (RFC 5321, section 5.1); an empty name takes none (RFC 7505).
  const refuses = Array.isArray(mx) && mx.every(({ exchange }) => exchange === '' || exchange === '.');
  if (Array.isArray(mx) && !refuses) return fine(`Les réponses à ${domain} arrivent.`);
  const own = refuses
    ? []
    : await Promise.all([asked(() => resolver.resolve4(domain)), asked(() => resolver.resolve6(domain))]);
  if (own.some((one) => Array.isArray(one)))
    return fine(`Les réponses à ${domain} arrivent à son adresse même, sans MX.`);
  const text = `MAIL_FROM : personne ne reçoit les e-mails de ${domain} (ni MX, ni adresse), et bien des serveurs refusent un tel expéditeur. Les e-mails refusés restent dans la base. Donnez une adresse qui reçoit.`;
  return mend(text);
}

async function txt(name: string, resolver: MailResolver): Promise<string[]> {
  const records = await asked(() => resolver.resolveTxt(name));
  return Array.isArray(records) ? records.map((parts) => parts.join('')) : [];
}

/** @returns the answer, or whether the name lacks such records or does not exist; throws when no answer came */
async function asked<T>(question: () => Promise<T>): Promise<T | 'no such records' | 'no such name'> {
  try {
    return await question();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENODATA') return 'no such records';
    if (code === 'ENOTFOUND') return 'no such name';
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const TEST_MAIL_MS = 60_000;

/**
 * Sends a test mail to the owner directly, not through the queue, and reports the server's answer. Never throws.
 */
export async function sendTestMail(
  config: Config,
  now: Instant,
  transport: MailTransport = mailTransport(config),
): Promise<DoctorFinding> {
  const { owners, from } = config.mail;
  const { subject, title, text } = mails.test;
  const body = { subject, title, blocks: [text(frenchTime(now))] };
  const outcome = await transport.send(
    { id: mailId(crypto.randomUUID(), from.address), to: owners, ...renderMail(body) },
    AbortSignal.timeout(TEST_MAIL_MS),
  );
  const to = owners.join(', ');
  if (outcome.kind === 'accepted') {
    return fine(
      `E-mail d’essai pour ${to} : ${safeText(outcome.receipt)}. Accepté n’est pas lu\u202f: vérifiez qu’il est arrivé, et hors des indésirables.`,
    );
  }
  return blocks(
    `E-mail d’essai pour ${to} : pas accepté (${safeText(outcome.message)}). Les e-mails dus attendent dans la base. Vérifiez SMTP_URL, MAIL_FROM et OWNER_EMAIL.`,
  );
}
