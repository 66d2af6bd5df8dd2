import { onceStanding, onceTouchedOr } from '../browser/later.ts';
import { fadePages } from '../browser/page-fade.ts';
import { sendKeptLeadsAgain } from '../lead/send-again.ts';
import { currentSession } from '../lead/session.ts';

fadePages();
// The first look into a browser's storage stops the page until another process has answered.
onceTouchedOr(onceStanding, () => {
  currentSession();
  sendKeptLeadsAgain();
});
