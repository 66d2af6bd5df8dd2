/** What the page's own timeline says, as plain text for the isolated world. */
export interface Vitals {
  readonly lcpMs: number | null;
  /** Layout shifts without input: their start and size. */
  readonly shifts: readonly (readonly [startMs: number, value: number])[];
  readonly longTasks: readonly number[];
  readonly timeOrigin: number;
  readonly overflowPx: number;
  readonly html: string;
}

/** Reads the buffered entries of the browser's own observers; nothing is installed before the page loads. */
export const READ_VITALS = `(async () => {
  const entries = (type) => new Promise((resolve) => {
    const found = [];
    const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
    observer.observe({ type, buffered: true });
    setTimeout(() => { found.push(...observer.takeRecords()); observer.disconnect(); resolve(found); }, 150);
  });
  const [paints, shifts, tasks] = await Promise.all(
    ['largest-contentful-paint', 'layout-shift', 'longtask'].map(entries));
  const last = paints.at(-1);
  const root = document.documentElement;
  const clips = (element) => /hidden|clip/.test(element ? getComputedStyle(element).overflowX : '');
  const wider = clips(root) || clips(document.body) ? 0 : root.scrollWidth - screen.width;
  return {
    lcpMs: last ? last.startTime : null,
    shifts: shifts.filter((shift) => !shift.hadRecentInput).map((shift) => [shift.startTime, shift.value]),
    longTasks: tasks.map((task) => task.duration),
    timeOrigin: performance.timeOrigin,
    overflowPx: Math.max(0, Math.round(wider)),
    html: root.outerHTML.slice(0, 3000000),
  };
})()`;

/** Cumulative layout shift: the worst burst of at most 5 s with gaps under 1 s (web.dev/articles/cls). */
export function cumulativeShift(shifts: Vitals['shifts']): number {
  let worst = 0;
  let burst = { from: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY, sum: 0 };
  for (const [at, value] of shifts) {
    const same = at - burst.last < 1_000 && at - burst.from < 5_000;
    burst = same ? { ...burst, last: at, sum: burst.sum + value } : { from: at, last: at, sum: value };
    worst = Math.max(worst, burst.sum);
  }
  return Math.round(worst * 1_000) / 1_000;
}
