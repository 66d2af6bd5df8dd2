import { openDialogsByAddress } from './dialogs.ts';
import { showOpenStates } from './open-state.ts';

openDialogsByAddress();
showOpenStates();
