import { openDialogsByAddress } from './dialogs.ts';
import { onceTouched } from './later.ts';
import { showOpenStates } from './open-state.ts';

showOpenStates();
onceTouched(openDialogsByAddress);
