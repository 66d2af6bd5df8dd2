import { dayWords } from '#domain/wall-clock.ts';

interface DayProps {
  readonly value: string;
  /** « mardi 24 novembre ». */
  readonly name: string;
  readonly isShown: boolean;
  readonly onShow?: (() => void) | undefined;
}

/** A day whose times can be shown. */
export function FreeDay({ value, name, isShown, onShow }: DayProps) {
  const { weekday, date } = dayWords(name);
  return (
    <label className="free-day">
      <input type="radio" name="day" value={value} aria-label={name} {...chosen(isShown, onShow)} />
      <span aria-hidden="true">{weekday.slice(0, 3)}.</span>
      <b aria-hidden="true">{date}</b>
    </label>
  );
}

interface TimeProps {
  /** An instant, as the server writes it. */
  readonly start: string;
  /** « 9h00 ». */
  readonly shown: string;
  /** The same at the office, where its clock shows another time. */
  readonly atOffice?: string | undefined;
  readonly isChosen?: boolean;
  readonly isFaulty?: boolean;
  readonly autoFocus?: boolean;
  readonly onChoose?: (() => void) | undefined;
}

/** A time at which a call can begin. */
export function FreeTime({
  start,
  shown,
  atOffice,
  isChosen = false,
  isFaulty,
  autoFocus,
  onChoose,
}: TimeProps) {
  return (
    <label className="free-time">
      <input
        type="radio"
        name="start"
        value={start}
        aria-invalid={isFaulty || undefined}
        // biome-ignore lint/a11y/noAutofocus: on a page that says that a time is missing.
        autoFocus={autoFocus}
        {...chosen(isChosen, onChoose)}
      />
      <time dateTime={start}>{shown}</time> {atOffice && <small>{atOffice}</small>}
    </label>
  );
}

/** React's word for it in the browser; the server's pages hold what the browser then changes by itself. */
function chosen(checked: boolean, onChange: (() => void) | undefined) {
  return onChange === undefined ? { defaultChecked: checked } : { checked, onChange };
}
