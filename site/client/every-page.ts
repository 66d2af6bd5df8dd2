import { fadePages } from './page-fade.ts';
import { sendKeptLeadsAgain } from './send-again.ts';
import { currentSession } from './session.ts';

currentSession();
fadePages();
sendKeptLeadsAgain();
