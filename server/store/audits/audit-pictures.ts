import type { Picture } from '../../audits/facts/picture.ts';
import type { Database } from '../database.ts';
import type { AuditPictureRow } from '../schema.ts';

export type StoredPicture = Pick<AuditPictureRow, 'type' | 'bytes'>;

/** The pictures of audits, apart from them so that a list of audits reads none. */
export function auditPictures(db: Database) {
  return {
    /** Names of the pictures that are there, in the order of their names. */
    async pictureNames(
      token: string,
    ): Promise<Pick<AuditPictureRow, 'name' | 'type' | 'width' | 'height' | 'at_ms'>[]> {
      return db
        .selectFrom('audit_pictures')
        .select(['name', 'type', 'width', 'height', 'at_ms'])
        .where('token', '=', token)
        .orderBy('at_ms')
        .orderBy('name')
        .execute();
    },

    /** Undefined when there is none, or when the report has expired. */
    async picture(token: string, name: string, now: number): Promise<StoredPicture | undefined> {
      return db
        .selectFrom('audit_pictures')
        .innerJoin('audits', 'audits.token', 'audit_pictures.token')
        .select(['audit_pictures.type', 'audit_pictures.bytes'])
        .where('audit_pictures.token', '=', token)
        .where('audit_pictures.name', '=', name)
        .where('audits.expires_at', '>', db.engine.instant(now))
        .executeTakeFirst();
    },

    /** Puts a picture beside its audit, in the place of one of that name. */
    async putPicture(token: string, expiresAt: number, picture: Picture): Promise<void> {
      const { name, type, width, height, atMs, bytes } = picture;
      const at_ms = atMs === undefined ? null : Math.round(atMs);
      const values = { type, width, height, at_ms, bytes, expires_at: expiresAt };
      await db
        .insertInto('audit_pictures')
        .values({ token, name, ...values })
        .onConflict((conflict) => conflict.columns(['token', 'name']).doUpdateSet(values))
        .execute();
    },
  };
}
