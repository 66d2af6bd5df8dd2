/** The specification's numbers for the fluid, and ours where it gives none. */

/** Cells of the simulation along the canvas's short side. */
export const SIMULATION = 128;
/** The most points of dye along the short side. */
export const DYE = 1440;
/** The same where half floats cannot be filtered. */
export const DYE_UNFILTERED = 256;
/** Jacobi steps toward the pressure that keeps the flow free of divergence. */
export const PRESSURE_ITERATIONS = 20;
/** Share of the last pressure that the next one starts from. */
export const PRESSURE_KEPT = 0.1;
/** Strength of the vorticity confinement. */
export const CURL = 3;
/** Size of a splat, in hundredths of the square of the canvas's height. */
export const SPLAT_RADIUS = 0.2;
/** Cells a second for a stroke across the whole canvas. */
export const SPLAT_FORCE = 6000;
/** How fast the dye and the speed fade, in e-folds a second. */
export const DYE_FADE = 3.5;
export const SPEED_FADE = 2;
/** What lies under the dye, each channel 0 to 1. */
export const GROUND = [0.078, 0.071, 0.059] as const;
