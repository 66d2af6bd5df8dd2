import { loadIslandsWhenUsed } from '../browser/islands.ts';
import { onceTouched } from '../browser/later.ts';

onceTouched(() => loadIslandsWhenUsed(true));
