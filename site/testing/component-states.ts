import type { ComponentProps, ComponentType } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: a component of any props
type AnyComponent = ComponentType<any>;

/** A component with the props of each state that it can be in, for the gallery and for its tests. */
export interface ComponentStates<C extends AnyComponent = AnyComponent> {
  readonly name: string;
  readonly component: C;
  /** By what a reader of the gallery calls the state, in French. */
  readonly states: Readonly<Record<string, ComponentProps<C>>>;
}
