import type { OfferedService } from '#content/services.ts';

/** What each service is, as a figure on a 320 grid: in currentColor only, so that it prints on paper and on ink. */
const FIGURES: Readonly<Record<OfferedService['image'], string>> = {
  growth: growth(),
  dialogue: dialogue(),
  kit: kit(),
};

/** A geometric drawing of a service. It says nothing that the words beside it do not. */
export function ServiceDrawing({
  name,
  className,
}: {
  readonly name: OfferedService['image'];
  readonly className?: string | undefined;
}) {
  return (
    <svg
      className={className}
      viewBox="0 0 320 320"
      fill="currentColor"
      fillRule="evenodd"
      aria-hidden="true"
    >
      <path d={FIGURES[name]} />
    </svg>
  );
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${round(y)}h${width}v${round(height)}h${-width}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/** Development: five bars, each twice as long and twice as heavy as the one above. */
function growth(): string {
  let y = 0;
  return [1, 2, 4, 8, 16]
    .map((times) => {
      const bar = box(0, y, 20 * times, 8 * times);
      y += 8 * times + 18;
      return bar;
    })
    .join('');
}

/** Consultation: two voices; what they share is hatched. */
function dialogue(): string {
  const radius = 112;
  const [near, far] = [radius, 320 - radius];
  const [pen, gap] = [7, 5];
  /** Half the height of a circle over a whole bar at `x`: the shorter of its two edges. */
  const reach = (x: number, centre: number) =>
    Math.sqrt(radius ** 2 - Math.max(Math.abs(x - centre), Math.abs(x + pen - centre)) ** 2);
  const hatching = Array.from({ length: 8 }, (_, i) => {
    const x = 160 + (i - 3.5) * 14 - pen / 2;
    const [top, bottom] = [far - reach(x, far) + gap, near + reach(x, near) - gap];
    return box(x, top, pen, bottom - top);
  });
  return circle(near, near, radius) + circle(far, far, radius) + hatching.join('');
}

/** The tools: nine pieces that fit one another. */
function kit(): string {
  const [side, step] = [96, 112];
  const pieces: ((x: number, y: number) => string)[] = [
    (x, y) => box(x, y, side, side),
    (x, y) => `M${x} ${y}a${side} ${side} 0 0 1 ${side} ${side}h${-side}z`,
    (x, y) => [0, 36, 72].map((down) => box(x, y + down, side, 24)).join(''),
    (x, y) => circle(x + 48, y + 48, 48) + circle(x + 48, y + 48, 20),
    (x, y) => `M${x} ${y + side}L${x + side} ${y}v${side}z`,
    (x, y) => box(x + 34, y, 28, 34) + box(x, y + 34, side, 28) + box(x + 34, y + 62, 28, 34),
    (x, y) => `M${x} ${y + 48}a48 48 0 0 1 ${side} 0z` + `M${x} ${y + side}a48 48 0 0 1 ${side} 0z`,
    (x, y) => [0, 36, 72].map((across) => box(x + across, y, 24, side)).join(''),
    (x, y) => circle(x + 48, y + 48, 48),
  ];
  return pieces.map((piece, i) => piece((i % 3) * step, Math.floor(i / 3) * step)).join('');
}
