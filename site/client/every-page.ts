import { onceSettled } from './later.ts';
import { fadePages } from './page-fade.ts';
import { sendKeptLeadsAgain } from './send-again.ts';
import { currentSession } from './session.ts';

fadePages();
// The first look into a browser's storage stops the page until another process has answered.
onceSettled(() => {
  currentSession();
  sendKeptLeadsAgain();
});
