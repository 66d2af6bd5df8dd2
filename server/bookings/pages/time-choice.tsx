import type { ReactNode } from 'react';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { Instant } from '#domain/instant.ts';
import { dayWords, isoInstant, sameWall, townOf, wallDay, wallTime } from '#domain/wall-clock.ts';
import { FreeDay, FreeTime } from '#site/islands/own-booking/FreeTimes.tsx';

/** Some days with free times, and where the days before and after them are. */
export interface Choice {
  readonly starts: readonly Instant[];
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** Where the visitor's clock shows other hours, these are chosen from, with the office's beside them. */
  readonly visitorZone?: string | null | undefined;
  /** The one that is chosen already. */
  readonly chosen?: number | undefined;
  /** Addresses of the pages with the days before and after. */
  readonly earlier?: string | undefined;
  readonly later?: string | undefined;
}

interface Props {
  readonly choice: Choice;
  /** Whether the first of the times that are shown takes the focus: none was chosen. */
  readonly hasFocus?: boolean;
  /** Whether the form goes along to other days, with what was typed in it. */
  readonly isCarried?: boolean;
}

const words = rendezVous.choose;

/**
 * Radio buttons, one group for each day. Before them a group of the days: where there is little room the styles show
 * the times of one (site/styles/own-page/times.css). No time is `required`: where its day is not shown, a browser would
 * refuse to send the form without a word.
 */
export function TimeChoiceForm({ choice, hasFocus = false, isCarried = false }: Props) {
  const { starts, timeZone, visitorZone, chosen = Number.NaN } = choice;
  const zone = visitorZone ?? timeZone;
  const differs = starts.some((start) => !sameWall(start, zone, timeZone));
  const days = [...Map.groupBy(starts, (start) => wallDay(start, zone))];
  const open = Math.max(
    0,
    days.findIndex(([, times]) => times.includes(chosen)),
  );
  return (
    <>
      <div className="choice">
        <fieldset className="tabs">
          <legend className="visually-hidden">{words.day}</legend>
          <div className="strip">
            {days.map(([day], index) => (
              <FreeDay key={day} value={String(index + 1)} name={day} isShown={index === open} />
            ))}
          </div>
        </fieldset>
        {days.map(([day, times], index) => (
          <fieldset key={day} className="day">
            <Legend day={day} />
            <div className="times">
              {times.map((start, nth) => (
                <FreeTime
                  key={start}
                  start={isoInstant(start)}
                  shown={wallTime(start, zone)}
                  atOffice={differs ? wallTime(start, timeZone) : undefined}
                  isChosen={start === chosen}
                  autoFocus={hasFocus && index === open && nth === 0}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="hint">{differs ? words.bothZones(townOf(zone)) : words.officeZone}</p>
      <OtherDays {...choice} isCarried={isCarried} />
    </>
  );
}

/** « mardi 24 novembre », so that its date can be under its weekday. */
function Legend({ day }: { readonly day: string }) {
  const { weekday } = dayWords(day);
  return (
    <legend>
      {weekday} <span>{day.slice(weekday.length + 1)}</span>
    </legend>
  );
}

function OtherDays({ earlier, later, isCarried }: Choice & { readonly isCarried: boolean }) {
  if (earlier === undefined && later === undefined) return undefined;
  const Way = isCarried ? CarryingWay : PlainWay;
  return (
    <p className="pages">
      {earlier === undefined ? <span /> : <Way to={earlier}>← {words.earlier}</Way>}
      {later !== undefined && <Way to={later}>{words.later} →</Way>}
    </p>
  );
}

interface WayProps {
  readonly to: string;
  readonly children: ReactNode;
}

function PlainWay({ to, children }: WayProps) {
  return <a href={to}>{children}</a>;
}

function CarryingWay({ to, children }: WayProps) {
  return (
    <button type="submit" className="link" formAction={to} formNoValidate>
      {children}
    </button>
  );
}
