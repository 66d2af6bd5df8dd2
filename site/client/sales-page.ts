import { followSliders } from './compare.ts';
import { openDialogsByAddress } from './dialogs.ts';
import { playFilmsOnClick } from './film.ts';
import { standInForForms } from './form-stand-in.ts';
import { loadIslandsWhenTouched } from './islands.ts';
import { fetchNextStepAhead } from './next-step.ts';
import { hideThumbBarNearForm } from './thumb-bar.ts';

loadIslandsWhenTouched();
openDialogsByAddress();
playFilmsOnClick();
followSliders();
standInForForms();
fetchNextStepAhead();
hideThumbBarNearForm();
