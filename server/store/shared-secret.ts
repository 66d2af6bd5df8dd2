import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Secret } from '../config/secrets.ts';
import type { Schema, SecretsTable } from './schema.ts';

/**
 * A secret that all servers on one database share, made by the first of them that needs it.
 * @param make returns a new value; used only where none is stored
 */
export async function sharedSecret(
  db: Kysely<Schema>,
  name: SecretsTable['name'],
  make = () => randomBytes(32).toString('base64url'),
): Promise<Secret> {
  await db
    .insertInto('secrets')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return new Secret(value);
}
