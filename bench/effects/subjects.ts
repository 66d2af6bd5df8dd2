import type { Page } from 'playwright-core';

/**
 * What is compared: `start` is code that runs in a blank page whose `#host` fills the window. Ours play there as they are
 * drawn at full size, however slow.
 */
export interface Subject {
  readonly name: string;
  readonly start: string;
}

const own = (effect: string, options = '{}') =>
  `import('/site/effects/${effect}.ts').then(({ mount }) => { window.unmount = mount(document.querySelector('#host'), ${options}) })`;

export const fluid: Subject = { name: 'fluid', start: own('fluid/index', '{ greeting: false, slow: 0 }') };
export const ambient: readonly Subject[] = [
  { name: 'silk (/flow)', start: own('silk', '{ slow: 0 }') },
  { name: 'night (/)', start: own('night', '{ delay: 0 }') },
];
export const sparkle: Subject = { name: 'sparkle', start: own('sparkle') };

/** The specification's settings, in each package's own words. */
export const peers: readonly Subject[] = [
  {
    name: 'webgl-fluid-enhanced',
    start: `import('/node_modules/webgl-fluid-enhanced/dist/index.es.js').then((module) => {
      const Fluid = module.default ?? module.WebGLFluidEnhanced;
      const fluid = new Fluid(document.querySelector('#host'));
      fluid.setConfig({ simResolution: 128, dyeResolution: 1440, pressureIterations: 20, curl: 3, splatRadius: 0.2,
        splatForce: 6000, densityDissipation: 3.5, velocityDissipation: 2, pressure: 0.1, hover: true, transparent: true,
        bloom: false, sunrays: false });
      fluid.start();
    })`,
  },
  {
    name: 'webgl-fluid',
    start: `import('/node_modules/webgl-fluid/dist/webgl-fluid.mjs').then(({ default: start }) => {
      const canvas = document.createElement('canvas');
      canvas.style.cssText = 'display:block;width:100%;height:100%';
      document.querySelector('#host').append(canvas);
      start(canvas, { TRIGGER: 'hover', IMMEDIATE: false, AUTO: false, SIM_RESOLUTION: 128, DYE_RESOLUTION: 1440,
        PRESSURE_ITERATIONS: 20, CURL: 3, SPLAT_RADIUS: 0.2, SPLAT_FORCE: 6000, DENSITY_DISSIPATION: 3.5,
        VELOCITY_DISSIPATION: 2, PRESSURE: 0.1, TRANSPARENT: true, BLOOM: false, SUNRAYS: false });
    })`,
  },
];

/** Starts a subject in a page of the gallery. */
export async function begin(page: Page, { start }: Subject): Promise<void> {
  await page.evaluate(start);
  await page.waitForSelector('canvas', { state: 'attached' });
  // The watchers of size and sight tell with the browser's next frames.
  await page.waitForTimeout(400);
}
