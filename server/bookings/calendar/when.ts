import type { Instant } from '#domain/instant.ts';
import type { Component, Property } from './entries.ts';
import { fixedZone, type Local, UTC, type Zone } from './zones.ts';

/** A date or a time of an entry. */
export interface When {
  readonly local: Local;
  /** A day of the office. */
  readonly isDate: boolean;
  readonly zone: Zone;
}

/** What entries are read with. */
export interface FeedTime {
  readonly from: Instant;
  readonly to: Instant;
  /** The office's clock. */
  readonly office: Zone;
  /** The zone of that name in the component's calendar. */
  readonly zoneOf: (name: string, component: Component) => Zone | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function instantOf({ zone, local }: When): number {
  return zone.instantOf(local);
}

/** The number of a local day. */
export function feedDay(local: Local): number {
  return Math.floor(local / DAY_MS);
}

/** Several values of one property. */
export function values({ value }: Property): string[] {
  return value
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/**
 * @param fallback the zone of a time that names none; else it is that of the calendar, or the office's
 * @throws Error for what is no date, and for a zone that nobody knows
 */
export function whenOf(
  { params, value }: Property,
  component: Component,
  reading: FeedTime,
  fallback?: Zone,
): When {
  const { local, isDate, zone } = parsed(value);
  const { office, zoneOf } = reading;
  if (isDate || (params.get('VALUE')?.toUpperCase() === 'DATE' && local % DAY_MS === 0))
    return { local, isDate: true, zone: office };
  // A Z beside a zone's name is meant: who writes it has converted the time.
  if (zone !== undefined) return { local, isDate, zone };
  const name = params.get('TZID');
  if (name) {
    const known = zoneOf(name, component);
    if (known === undefined) throw new Error('A zone that nobody knows');
    return { local, isDate, zone: known };
  }
  const { timeZone } = component.calendar;
  const own = timeZone === undefined ? undefined : zoneOf(timeZone, component);
  return { local, isDate, zone: fallback ?? own ?? office };
}

interface Parsed {
  readonly local: Local;
  readonly isDate: boolean;
  /** UTC, or an offset that the text has. */
  readonly zone: Zone | undefined;
}

const WRITTEN =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

export function parsed(text: string): Parsed {
  const [, year, month, day, hour, minute = '0', second = '0', zone = ''] = WRITTEN.exec(text.trim()) ?? [];
  const numbers = [year, month, day, hour ?? '0', minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [y, m, d, h, min, s] = numbers;
  const local = Date.UTC(y, m - 1, d, h, min, Math.min(s, 59));
  const isReal = m >= 1 && m <= 12 && h <= 24 && min <= 59 && s <= 60;
  if (Number.isNaN(local) || !isReal || new Date(Date.UTC(y, m - 1, d)).getUTCDate() !== d)
    throw new Error('No date');
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return {
    local,
    isDate: hour === undefined,
    zone: zone === '' ? undefined : sign === undefined ? UTC : fixedZone(offset),
  };
}
