import { sendActions } from '../desk/actions.ts';
import { searchAsTyped, turnByKeys } from '../desk/contacts.ts';
import { keepLive } from '../desk/live.ts';

keepLive();
sendActions();
searchAsTyped();
turnByKeys();
