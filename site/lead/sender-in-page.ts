import { sendUntilGone } from './pending-leads.ts';
import { sender } from './send-again.ts';

sender.load = async () => ({ sendUntilGone });
