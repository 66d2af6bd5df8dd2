import { createPass, type Gl, type Pass } from '#site/effects/webgl.ts';
import { filtered, fragments, head, unfiltered } from './shaders.ts';

/** In the order in which a frame needs them, the picture last. */
export type Passes = [
  splat: Pass,
  confine: Pass,
  diverge: Pass,
  relaxTwice: Pass,
  carryFlow: Pass,
  carryDye: Pass,
  show: Pass,
];

/** The fields by their texture units: each is always read from its own. */
const FIELDS = ['flow', 'pressure', 'dye'];

/** Compiles every pass, or returns undefined when the driver refuses one. */
export function compilePasses(gl: Gl, canFilter: boolean): Passes | undefined {
  const between = canFilter ? filtered : unfiltered;
  const passes = fragments.map((fragment) => createPass(gl, head + between + fragment, FIELDS));
  return passes.every((pass) => pass) ? (passes as Passes) : undefined;
}
