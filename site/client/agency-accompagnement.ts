import { goBackWhereOneCameFrom } from './back.ts';
import { openDialogsByAddress } from './dialogs.ts';
import { onceTouched } from './later.ts';

onceTouched(() => {
  openDialogsByAddress();
  goBackWhereOneCameFrom();
});
