import { onFirstInteractionOr, postTask, whenSettled } from '../browser/later.ts';
import { fadePages } from '../browser/page-fade.ts';
import { sendKeptLeadsAgain } from '../lead/send-again.ts';
import { currentSession } from '../lead/session.ts';

fadePages();
function readStorage(): void {
  currentSession();
  sendKeptLeadsAgain();
}
// The first look into a browser's storage stops the page until another process has answered: not within a touch.
onFirstInteractionOr(whenSettled, () => postTask(readStorage, 'background'));
