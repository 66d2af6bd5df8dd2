import { axisX, barX, barY, plot, ruleY, text } from '@observablehq/plot';
import { DRAWN, NUMBER, PAST, PICTURE } from './markup.ts';

interface Row {
  readonly name: string;
  /** By column; 0 where there is none. */
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

const ROW_PX = 44;
const COLUMNS_PX = 140;
const NARROW_PX = 560;
/** Of what the rest is compared with. */
const PALE = 0.28;

/** Draws the picture of each table of the page, anew when its place gets another width or the table other figures. */
export function drawPictures(): void {
  const widths = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) draw(target as HTMLElement, contentRect.width);
  });
  for (const place of document.querySelectorAll<HTMLElement>(`[${PICTURE}]`)) {
    widths.observe(place);
    const table = place.parentElement?.querySelector('tbody');
    const change = new MutationObserver(() => draw(place, place.clientWidth));
    if (table) change.observe(table, { subtree: true, childList: true, characterData: true });
  }
}

function draw(place: HTMLElement, width: number): void {
  const table = place.parentElement?.querySelector('table');
  if (!table || width < 1) return;
  const rows = [...(table.tBodies[0]?.rows ?? [])].map(readRow);
  const titles = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ innerText }) => innerText);
  const drawn = (place.getAttribute(DRAWN) ?? '').split(' ').map(Number);
  const [front = 0, back = 0] = drawn;
  const made =
    place.getAttribute(PICTURE) === 'bars'
      ? [legend(titles[front], titles[back]), bars(rows, front, back, width)]
      : drawn.flatMap((column) => [
          legend(titles[column]),
          columns(rows, column, Number(place.getAttribute(PAST)), width),
        ]);
  // The page's policy forbids the styles that come inside; the page has its own.
  for (const picture of made) picture.querySelector('style')?.remove();
  place.replaceChildren(...made);
}

function readRow({ cells }: HTMLTableRowElement): Row {
  return {
    name: cells[0]?.innerText ?? '',
    numbers: Array.from(cells, (cell) => Number(cell.getAttribute(NUMBER) ?? 0)),
    texts: Array.from(cells, ({ innerText }) => innerText),
  };
}

const numberIn = ({ numbers }: Row, column: number) => numbers[column] ?? 0;

/** What is dark, and what is pale. */
function legend(...names: readonly (string | undefined)[]): HTMLElement {
  const line = document.createElement('p');
  line.append(
    ...names.map((name) => Object.assign(document.createElement('span'), { textContent: name ?? '' })),
  );
  return line;
}

/** A bar for each row, over the paler one of what it is compared with; on a phone under its name. */
function bars(rows: readonly Row[], front: number, back: number, width: number) {
  const isNarrow = width < NARROW_PX;
  const marginLeft = isNarrow ? 0 : 240;
  const [above, height] = isNarrow ? [24, ROW_PX + 18] : [6, ROW_PX];
  const bar = { y: 'name', fill: 'currentColor' } as const;
  const most = Math.max(1, ...rows.flatMap((row) => [numberIn(row, front), numberIn(row, back)]));
  return plot({
    ...{ width, height: rows.length * height, marginLeft, marginRight: 110, marginTop: 0, marginBottom: 0 },
    x: { axis: null, domain: [0, most] },
    y: { axis: null, domain: rows.map(({ name }) => name), padding: 0 },
    marks: [
      text(rows, {
        ...{ y: 'name', text: 'name', frameAnchor: 'left', textAnchor: 'start', fontSize: 15 },
        ...(isNarrow ? { dy: 8 - height / 2 } : { dx: -marginLeft, lineWidth: 14, textOverflow: 'ellipsis' }),
      }),
      barX(rows, {
        ...{ ...bar, insetTop: above, insetBottom: 6, fillOpacity: PALE },
        x: (row) => numberIn(row, back),
      }),
      barX(rows, {
        ...{ ...bar, insetTop: above + 8, insetBottom: 14 },
        x: (row) => numberIn(row, front),
      }),
      text(rows, {
        ...{ y: 'name', dx: 8, dy: (above - 6) / 2, textAnchor: 'start', fontSize: 15 },
        x: (row) => Math.max(numberIn(row, front), numberIn(row, back)),
        text: ({ texts }) => `${texts[front]} · ${texts[back]}`,
      }),
    ],
  });
}

/** A column for each day or week; those of the period before are paler. */
function columns(rows: readonly Row[], column: number, past: number, width: number) {
  const named = new Set([0, past, rows.length - 1].map((nth) => rows[nth]?.name ?? ''));
  const most = Math.max(1, ...rows.map((row) => numberIn(row, column)));
  return plot({
    ...{ width, height: COLUMNS_PX, marginLeft: 0, marginRight: 0, marginTop: 24, marginBottom: 24 },
    x: { axis: null, domain: rows.map(({ name }) => name), padding: 0.2 },
    y: { axis: null, domain: [0, most] },
    marks: [
      axisX([...named], {
        ...{ label: null, tickSize: 0, fontSize: 13 },
        tickFormat: (day: string) => day.slice(0, '24.11.'.length),
      }),
      barY(rows, {
        ...{ x: 'name', fill: 'currentColor' },
        y: (row) => numberIn(row, column),
        fillOpacity: (_row, nth) => (nth < past ? PALE : 1),
      }),
      ruleY([0]),
      text(rows, {
        ...{ x: 'name', dy: -9, fontSize: 13 },
        filter: (row) => numberIn(row, column) > 0 && width / rows.length > 30,
        y: (row) => numberIn(row, column),
        text: ({ texts }) => texts[column],
      }),
    ],
  });
}
