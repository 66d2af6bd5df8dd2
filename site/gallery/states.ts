import type { ComponentProps, ComponentType } from 'react';

/** A component with the props of each state that it can be in, for the gallery and for its tests. */
// biome-ignore lint/suspicious/noExplicitAny: a component of any props
export interface ComponentStates<C extends ComponentType<any>> {
  readonly name: string;
  readonly component: C;
  /** By what a reader of the gallery calls the state, in French. */
  readonly states: Readonly<Record<string, ComponentProps<C>>>;
}
