import { openDialogsByAddress } from '../browser/dialogs.ts';
import { onFirstInteraction } from '../browser/later.ts';
import { showOpenStates } from '../components/caterer/restaurants/open-state.ts';

showOpenStates();
onFirstInteraction(openDialogsByAddress);
