import { followSliders } from './compare.ts';
import { openDialogsByAddress } from './dialogs.ts';
import { playFilmsOnClick } from './film.ts';
import { standInForForms } from './form-stand-in.ts';
import { hideThumbBarNearForm } from './thumb-bar.ts';

openDialogsByAddress();
playFilmsOnClick();
followSliders();
standInForForms();
hideThumbBarNearForm();
