import css from './Arrow.module.css';

/** On to the next thing, back to the one before, or out into a new tab. */
const PATHS = {
  on: 'M2 9h13M9 3l6 6-6 6',
  back: 'M16 9H3M9 3 3 9l6 6',
  out: 'M3.5 14.5 14 4M5.5 4H14v8.5',
} as const;

interface Props {
  readonly className?: string | undefined;
  readonly to?: keyof typeof PATHS;
  /** Moves a little with the pointer on its link or button. */
  readonly moves?: boolean;
}

/** The arrow of buttons and cards, drawn on a 18 px grid. */
export function Arrow({ className = '', to = 'on', moves = false }: Props) {
  return (
    <svg
      className={(moves ? `${css.moving} ${className}` : className).trim() || undefined}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={PATHS[to]} />
    </svg>
  );
}
