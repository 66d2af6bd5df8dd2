import { throwConfetti } from './confetti.ts';
import { playOffstage } from './offstage-worker.ts';

playOffstage(throwConfetti);
