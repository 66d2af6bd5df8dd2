import { playOffstage } from '#site/effects/offstage-worker.ts';
import { paintFluid } from './index.ts';

playOffstage(paintFluid);
