import { paintFluid } from './fluid/index.ts';
import { playOffstage } from './offstage-worker.ts';

playOffstage(paintFluid);
