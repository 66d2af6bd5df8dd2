import { goBackWhereOneCameFrom } from './back.ts';
import { openDialogsByAddress } from './dialogs.ts';

openDialogsByAddress();
goBackWhereOneCameFrom();
