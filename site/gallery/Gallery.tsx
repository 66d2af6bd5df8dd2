import css from './Gallery.module.css';
import { islands } from './islands.states.tsx';
import { primitives } from './primitives.states.tsx';

export const shown = [...islands, ...primitives];

/** One component in each of its states, one under the other. */
export function Gallery({ name }: { readonly name: string }) {
  const found = shown.find((one) => one.name === name);
  if (found === undefined) return null;
  const { component: Component, states } = found;
  return Object.entries(states).map(([state, props]) => (
    <section key={state} className={css.state} aria-label={state}>
      <p className={css.name}>{state}</p>
      <Component {...props} />
    </section>
  ));
}
