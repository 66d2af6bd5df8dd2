import { loadIslandsWhenUsed } from './islands.ts';
import { onceTouched } from './later.ts';

onceTouched(() => loadIslandsWhenUsed(true));
