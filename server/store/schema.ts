import type { Insertable, Selectable } from 'kysely';
import type { AuditPicturesTable, AuditsTable, AuditVisitsTable } from './tables/audits.ts';
import type {
  BlockedHoursTable,
  BookingCellsTable,
  BookingChangesTable,
  BookingsTable,
  FreeDaysTable,
  ProviderCallsTable,
  ProviderHooksTable,
} from './tables/bookings.ts';
import type {
  ErasedMailsTable,
  ErasedRecordsTable,
  ErasedSearchesTable,
  ErasuresTable,
  UndecidedRecordsTable,
} from './tables/erasures.ts';
import type { LeadsTable, OutboxTable } from './tables/leads.ts';
import type { AlarmsTable, ChannelsTable, LeadEventsTable, MessagesTable } from './tables/messages.ts';
import type {
  ArrivalsTable,
  ClientPlacesTable,
  ConditionsTable,
  ProbeTable,
  ReadBackTable,
  RestoresTable,
  SecretsTable,
} from './tables/shared.ts';
import type { VisitCountsTable } from './tables/visits.ts';

export type { EventKind } from '#domain/promise.ts';
export type { RecordState } from './tables/leads.ts';
export type * from './tables/messages.ts';
export type * from './tables/shared.ts';

/** All tables, as the newest migration leaves them (migrations/). */
export interface Schema {
  alarms: AlarmsTable;
  audits: AuditsTable;
  audit_visits: AuditVisitsTable;
  audit_pictures: AuditPicturesTable;
  bookings: BookingsTable;
  booking_cells: BookingCellsTable;
  booking_changes: BookingChangesTable;
  blocked_hours: BlockedHoursTable;
  free_days: FreeDaysTable;
  provider_calls: ProviderCallsTable;
  provider_hooks: ProviderHooksTable;
  lead_events: LeadEventsTable;
  messages: MessagesTable;
  channels: ChannelsTable;
  leads: LeadsTable;
  outbox: OutboxTable;
  probe: ProbeTable;
  secrets: SecretsTable;
  erasures: ErasuresTable;
  erased_records: ErasedRecordsTable;
  erased_searches: ErasedSearchesTable;
  undecided_records: UndecidedRecordsTable;
  erased_mails: ErasedMailsTable;
  restores: RestoresTable;
  conditions: ConditionsTable;
  arrivals: ArrivalsTable;
  client_places: ClientPlacesTable;
  visit_counts: VisitCountsTable;
  read_back: ReadBackTable;
}

export type VisitCountRow = Selectable<VisitCountsTable>;
export type LeadRow = Selectable<LeadsTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type ReadBackRow = Selectable<ReadBackTable>;
export type MessageRow = Selectable<MessagesTable>;
export type NewMessageRow = Insertable<MessagesTable>;
export type AlarmRow = Selectable<AlarmsTable>;
export type LeadEventRow = Selectable<LeadEventsTable>;
export type BookingRow = Selectable<BookingsTable>;
export type BookingChangeRow = Selectable<BookingChangesTable>;
export type ProviderCallRow = Selectable<ProviderCallsTable>;
/** An audit with what was seen for it. */
export type AuditRow = Selectable<AuditsTable> &
  Pick<Selectable<AuditVisitsTable>, 'facts' | 'facts_version'>;
export type AuditPictureRow = Selectable<AuditPicturesTable>;
