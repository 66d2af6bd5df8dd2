import { paintNight } from './night.ts';
import { playOffstage } from './offstage-worker.ts';

playOffstage(paintNight);
