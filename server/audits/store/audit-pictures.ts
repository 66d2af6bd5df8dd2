import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import type { AuditPictureRow } from '../../store/schema.ts';
import type { Picture } from '../audit-facts.ts';

export type StoredPicture = Pick<AuditPictureRow, 'type' | 'bytes'>;

/** The pictures that audits show, apart from them so that a list of audits reads none. */
export function auditPictures(db: Database) {
  const shownBy = (token: string) =>
    db
      .selectFrom('audits')
      .innerJoin('audit_pictures', 'audit_pictures.visit_id', 'audits.visit_id')
      .where('audits.token', '=', token);
  return {
    /** Names of the pictures that are there, in the order of their names. */
    async pictureNames(
      token: string,
    ): Promise<Pick<AuditPictureRow, 'name' | 'type' | 'width' | 'height' | 'at_ms'>[]> {
      return shownBy(token)
        .select(['name', 'type', 'width', 'height', 'at_ms'])
        .orderBy('at_ms')
        .orderBy('name')
        .execute();
    },

    /** Undefined when there is none, or when the report has expired. */
    async picture(token: string, name: string, now: Instant): Promise<StoredPicture | undefined> {
      return shownBy(token)
        .select(['type', 'bytes'])
        .where('name', '=', name)
        .where('audits.expires_at', '>', db.engine.instant(now))
        .executeTakeFirst();
    },

    /** Puts pictures beside the audit whose visit is under way, in the place of those of the same names. */
    async putPictures(token: string, expiresAt: Instant, pictures: readonly Picture[]): Promise<void> {
      if (pictures.length === 0) return;
      const rows = pictures.map(({ name, type, width, height, atMs, bytes }) => {
        const at_ms = atMs === undefined ? null : Math.round(atMs);
        return { visit_id: token, name, type, width, height, at_ms, bytes, expires_at: expiresAt };
      });
      await db.atomically([
        db
          .insertInto('audit_visits')
          .columns(['id'])
          .expression((e) => e.selectFrom('audits').select('token').where('token', '=', token))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .compile(),
        db.updateTable('audits').set({ visit_id: token }).where('token', '=', token).compile(),
        ...rows.map((row) =>
          db
            .insertInto('audit_pictures')
            .values(row)
            .onConflict((conflict) => conflict.columns(['visit_id', 'name']).doUpdateSet(row))
            .compile(),
        ),
      ]);
    },
  };
}
