/** The arrow of buttons and cards, drawn on a 18 px grid. */
export function Arrow({ className, back = false }: { className?: string | undefined; back?: boolean }) {
  return (
    <svg
      className={className}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={back ? 'M16 9H3M9 3 3 9l6 6' : 'M2 9h13M9 3l6 6-6 6'} />
    </svg>
  );
}
