import type { ReactNode } from 'react';
import type { Instant } from '#domain/instant.ts';
import type { BookingDeps } from '../bookings/routes/deps.ts';
import type { Config } from '../config/config.ts';
import type { Secret } from '../config/secrets.ts';
import type { MessageKinds } from '../messages/kinds/message-kinds.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Examination } from './examination.ts';
import type { Framed } from './frame.tsx';

/** What the desk reads and changes. */
export interface DeskDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'airtable' | 'trustProxy' | 'mail' | 'webhook'>;
  readonly dataDir: string;
  readonly publicUrl: string;
  /** Address that mails come from. */
  readonly sender: string;
  readonly kinds: MessageKinds;
  readonly clock: Clock;
  readonly now: () => Instant;
  /** Absent where this server books no calls. */
  readonly bookings?: Pick<BookingDeps, 'bookings' | 'times' | 'availability' | 'booking'> | undefined;
  /** Something may be due. */
  readonly wake: () => void;
  /** There is something to delete at the provider. */
  readonly wakeErasures: () => void;
  /** Opens the desk. */
  readonly key: Secret;
}

/** The same over made-up rows, which lie in a database of their own; the caller ends it. */
export interface ExampleOf {
  readonly example: () => Promise<DeskDeps>;
}

/** A view of the desk, made for one request. */
export interface Asked {
  readonly deps: DeskDeps;
  readonly frame: Framed;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly examination: Examination;
}

/** Its title and what it shows; undefined: there is nothing at that address. */
export type View = (asked: Asked) => Promise<readonly [title: string, content: ReactNode] | undefined>;
