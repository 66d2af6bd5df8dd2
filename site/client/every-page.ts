import { fadePages } from './page-fade.ts';
import { browserDeps, sendPending } from './pending-leads.ts';
import { currentSession } from './session.ts';

currentSession();
fadePages();

const sendAgain = () => void sendPending(browserDeps());
sendAgain();
window.addEventListener('online', sendAgain);
