import { playOffstage } from './offstage-worker.ts';
import { paintSilk } from './silk.ts';

playOffstage(paintSilk);
