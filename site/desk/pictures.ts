import { axisX, axisY, barX, barY, plot, ruleY, text } from '@observablehq/plot';
import { DRAWN, NUMBER, PAST, PICTURE } from './markup.ts';

interface Row {
  readonly name: string;
  readonly numbers: readonly number[];
}

const ROW_PX = 44;
const COLUMNS_PX = 150;
/** Of what the rest is compared with. */
const PALE = 0.28;

/** Draws the picture of each table of the page, anew whenever its place gets another width. */
export function drawPictures(page: ParentNode = document): void {
  const widths = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) draw(target as HTMLElement, contentRect.width);
  });
  for (const place of page.querySelectorAll<HTMLElement>(`[${PICTURE}]`)) widths.observe(place);
}

function draw(place: HTMLElement, width: number): void {
  const table = place.parentElement?.querySelector('table');
  if (!table || width < 1 || place.dataset.width === String(width)) return;
  place.dataset.width = String(width);
  const rows = [...(table.tBodies[0]?.rows ?? [])].map(readRow);
  const titles = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ innerText }) => innerText);
  const drawn = (place.getAttribute(DRAWN) ?? '').split(' ').map(Number);
  const past = Number(place.getAttribute(PAST));
  const made =
    place.getAttribute(PICTURE) === 'bars'
      ? [bars(rows, drawn, width)]
      : drawn.map((column) => columns(rows, column, titles[column] ?? '', past, width));
  // The page's policy forbids the styles that come inside; the page has its own.
  for (const picture of made) picture.querySelector('style')?.remove();
  place.replaceChildren(...made);
}

function readRow({ cells }: HTMLTableRowElement): Row {
  const [head, ...others] = cells;
  return {
    name: head?.innerText ?? '',
    numbers: [0, ...others.map((cell) => Number(cell.getAttribute(NUMBER) ?? 0))],
  };
}

const at = ({ numbers }: Row, column = 0) => numbers[column] ?? 0;
const say = (count: number) => count.toLocaleString('fr-CH');

/** A bar for each row, over the paler one of what it is compared with. */
function bars(rows: readonly Row[], [front, back]: readonly number[], width: number) {
  const marginLeft = Math.min(230, width * 0.38);
  return plot({
    ...{ width, height: rows.length * ROW_PX, marginLeft, marginRight: 120, marginTop: 0, marginBottom: 0 },
    x: { axis: null },
    y: { axis: null, domain: rows.map(({ name }) => name) },
    marks: [
      axisY({ tickSize: 0, fontSize: 14, lineWidth: marginLeft / 15, textOverflow: 'ellipsis' }),
      barX(rows, {
        y: 'name',
        x: (row) => at(row, back),
        insetTop: 6,
        insetBottom: 6,
        fill: 'currentColor',
        fillOpacity: PALE,
      }),
      barX(rows, {
        y: 'name',
        x: (row) => at(row, front),
        insetTop: 13,
        insetBottom: 13,
        fill: 'currentColor',
      }),
      text(rows, {
        ...{
          y: 'name',
          x: (row) => Math.max(at(row, front), at(row, back)),
          dx: 8,
          textAnchor: 'start',
          fontSize: 14,
        },
        text: (row) => `${say(at(row, front))} (${say(at(row, back))})`,
      }),
    ],
  });
}

/** A column for each day or week; those of the period before are paler. */
function columns(rows: readonly Row[], column: number, title: string, past: number, width: number) {
  const days = rows.map((row, nth) => ({ day: row.name, count: at(row, column), isPast: nth < past }));
  const named = [days[0]?.day ?? '', days[past]?.day ?? '', days.at(-1)?.day ?? ''];
  return plot({
    ...{ width, height: COLUMNS_PX, marginLeft: 0, marginRight: 0, marginTop: 34, marginBottom: 24 },
    x: { axis: null, domain: days.map(({ day }) => day), padding: 0.2 },
    y: { axis: null, domain: [0, Math.max(1, ...days.map(({ count }) => count))] },
    marks: [
      axisX([...new Set(named)], {
        tickSize: 0,
        fontSize: 12,
        tickFormat: (day: string) => day.split('-').reverse().slice(0, 2).join('.'),
      }),
      barY(days, {
        x: 'day',
        y: 'count',
        fill: 'currentColor',
        fillOpacity: ({ isPast }: (typeof days)[number]) => (isPast ? PALE : 1),
      }),
      ruleY([0]),
      text([title], { frameAnchor: 'top-left', dy: -30, textAnchor: 'start', fontSize: 14, fontWeight: 700 }),
      text(days, {
        filter: ({ count }) => count > 0 && days.length <= 14,
        x: 'day',
        y: 'count',
        text: ({ count }) => say(count),
        dy: -8,
        fontSize: 12,
      }),
    ],
  });
}
