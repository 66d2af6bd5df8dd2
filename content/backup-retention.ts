/** How long copies of the database are kept. The units in deploy/systemd/ and the legal texts go by it. */
export const backupRetention = {
  /** Copies beside the database, one a night (oui-48-backup.service). */
  nightly: 14,
  /** Copies off the machine: one a day for so many days, one a week for so many. */
  offsite: { days: 7, weeks: 5 },
} as const;

/** By when no copy holds any more what was erased; some days after the last is due, as a night may fail. */
export const BACKUP_DAYS = 40;
