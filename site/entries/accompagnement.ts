import { goBackWhereOneCameFrom } from '../browser/back.ts';
import { openDialogsByAddress } from '../browser/dialogs.ts';
import { onFirstInteraction } from '../browser/later.ts';

onFirstInteraction(() => {
  openDialogsByAddress();
  goBackWhereOneCameFrom();
});
