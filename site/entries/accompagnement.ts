import { goBackWhereOneCameFrom } from '../browser/back.ts';
import { openDialogsByAddress } from '../browser/dialogs.ts';
import { onceTouched } from '../browser/later.ts';

onceTouched(() => {
  openDialogsByAddress();
  goBackWhereOneCameFrom();
});
