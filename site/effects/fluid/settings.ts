/** What the fluid can be told; the defaults are the specification's where it gives one. */
export interface FluidSettings {
  /** Cells of the simulation along the canvas's short side. */
  simulation: number;
  /** The most pixels of dye along the short side; 256 at most where half floats cannot be filtered. */
  dye: number;
  /** Jacobi steps toward the pressure that keeps the flow free of divergence. */
  pressureIterations: number;
  /** Strength of the vorticity confinement. */
  curl: number;
  /** Size of a splat, in hundredths of the square of the canvas's height. */
  splatRadius: number;
  /** Cells a second for a stroke across the whole canvas. */
  splatForce: number;
  /** Share of the dye and of the speed that fades away, a second. */
  dyeFade: number;
  speedFade: number;
  /** Share of the last pressure that the next one starts from. */
  pressureKept: number;
  /** What lies under the dye, each channel 0 to 1. */
  ground: readonly [number, number, number];
  /** Whether a first stroke shows what the picture can do. */
  greeting: boolean;
}

export const DEFAULTS: FluidSettings = {
  simulation: 128,
  dye: 1440,
  pressureIterations: 20,
  curl: 3,
  splatRadius: 0.2,
  splatForce: 6000,
  dyeFade: 3.5,
  speedFade: 2,
  pressureKept: 0.1,
  ground: [0.078, 0.071, 0.059],
  greeting: true,
};

export const DYE_UNFILTERED = 256;
