import { openDialogsByAddress } from '../browser/dialogs.ts';
import { onceTouched } from '../browser/later.ts';
import { showOpenStates } from '../components/caterer/restaurants/open-state.ts';

showOpenStates();
onceTouched(openDialogsByAddress);
