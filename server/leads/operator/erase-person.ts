import { mailFolder, removeMails } from '../../messages/mail/maildir.ts';
import type { Database } from '../../store/database.ts';
import { mailsAbout } from './mails-about.ts';
import type { OperatorLead } from './operator-lead.ts';
import { operatorWriter } from './operator-writer.ts';

/**
 * Removes leads and bookings with all that belongs to them, and the mails about them that are files here.
 * @returns each lead as it was
 */
export async function erasePerson(
  db: Database,
  dataDir: string,
  leadIds: readonly string[],
  bookingIds: readonly string[],
): Promise<OperatorLead[]> {
  const mails = await mailsAbout(db, leadIds, bookingIds);
  const erased = await operatorWriter(db).erase(leadIds, bookingIds);
  await removeMails(mailFolder(dataDir), mails);
  return erased;
}
