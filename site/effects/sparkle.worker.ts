import { playOffstage } from './offstage-worker.ts';
import { paintSparkles } from './sparkle.ts';

playOffstage(paintSparkles);
