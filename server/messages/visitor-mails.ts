import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isMailAddress } from '../config/mail-address.ts';
import type { MessageKind, Schema } from '../store/schema.ts';
import type { Links } from './links.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Limits mails to one address, which may be somebody else's, and to all visitors, as mail providers have limits. */
export const VISITOR_MAILS_A_DAY = { perAddress: 2, overall: 400 } as const;

/** Mails to visitors about calls, which the booking limits (server/bookings/bookings.ts). */
export const ABOUT_CALLS: readonly MessageKind[] = ['visitor-call', 'visitor-call-reminder'];

/** How many mails visitors may still get within the 24 hours. */
export interface Today {
  /** The columns of the next mail to an address: counted if it may be sent, otherwise `dropped` with the reason. */
  next(
    email: string,
  ):
    | { readonly address_key: string }
    | { readonly address_key?: string; readonly state: 'dropped'; readonly last_error: string };
}

/** Counts the mails of the last 24 hours to these addresses, and to all visitors; those about calls do not count. */
export async function mailsToday(
  db: Kysely<Schema>,
  of: { readonly instant: RawBuilder<number>; readonly links: Links; readonly emails: readonly string[] },
): Promise<Today> {
  const lately = () =>
    db
      .selectFrom('messages')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('created_at', '>', sql<number>`${of.instant} - ${DAY_MS}`)
      // A literal: both indexes leave out what was never sent.
      .where(sql<boolean>`state <> 'dropped'`);
  const keys = of.emails.filter(isMailAddress).map((email) => of.links.keyedHash(email));
  const counts =
    keys.length === 0
      ? []
      : await lately()
          .select('address_key')
          .where('address_key', 'in', keys)
          .groupBy('address_key')
          .execute();
  const all = await lately()
    .where(sql<boolean>`recipient = 'visitor'`)
    .where('kind', 'not in', ABOUT_CALLS)
    .executeTakeFirstOrThrow();
  const own = new Map(counts.map(({ address_key, count }) => [address_key, count]));
  let overall = all.count;
  return {
    next(email) {
      const dropped = (last_error: string) => ({ state: 'dropped', last_error }) as const;
      if (!isMailAddress(email)) return dropped('L’adresse ne permet pas d’envoyer un e-mail.');
      const address_key = of.links.keyedHash(email);
      const count = own.get(address_key) ?? 0;
      if (count >= VISITOR_MAILS_A_DAY.perAddress)
        return { address_key, ...dropped('Cette adresse a déjà reçu nos e-mails du jour.') };
      if (overall >= VISITOR_MAILS_A_DAY.overall)
        return { address_key, ...dropped('Les e-mails du jour aux visiteurs sont épuisés.') };
      own.set(address_key, count + 1);
      overall += 1;
      return { address_key };
    },
  };
}
