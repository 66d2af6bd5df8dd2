import { sendActions } from '../desk/actions.ts';
import { searchAsTyped, turnByKeys } from '../desk/contacts.ts';
import { keepLive } from '../desk/live.ts';
import { PICTURE } from '../desk/markup.ts';

keepLive();
sendActions();
searchAsTyped();
turnByKeys();
if (document.querySelector(`[${PICTURE}]`))
  void import('../desk/pictures.ts').then(({ drawPictures }) => drawPictures());
