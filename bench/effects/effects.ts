// npm run bench:effects: what our effects cost beside the packages one would take instead, in one Chromium without a GPU.
import { launchShell, WEBGL } from '#scripts/browsers/launch.ts';
import { buildSite } from '#scripts/build/site.ts';
import { openGallery } from '../../tests/e2e/effects/gallery.ts';
import { report } from '../report.ts';
import { memoryRows, pictureRows } from './picture-rows.ts';
import { restRows } from './rest-rows.ts';
import { sizeRows } from './size-rows.ts';
import { timeRows } from './time-rows.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 5 : 15;

const { dir } = await buildSite('http://localhost:3000');
const browser = await launchShell(WEBGL);
const gallery = await openGallery(browser);
const rows = [
  ...(await timeRows(gallery, rounds)),
  ...(await pictureRows(gallery)),
  ...(await restRows(gallery, quick ? 1 : 5)),
  ...(await memoryRows(gallery)),
  ...sizeRows(dir),
];
await gallery.close();
await browser.close();

report({
  name: 'effects',
  title: 'Effects: beside webgl-fluid-enhanced and webgl-fluid',
  how:
    `One Chromium without a GPU (SwiftShader), 800 by 600, the specification's settings on every side; ${rounds} rounds of ` +
    'two frames, each side in turn; a ratio is taken in each round and the middle one stands here. A frame ends when a ' +
    'pixel of it can be read.',
  rows,
});
