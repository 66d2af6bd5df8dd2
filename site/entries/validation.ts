import { CALL_QUERY, CHAT_SECTION } from '#domain/booking.ts';
import { startEffect } from '../browser/start-effect.ts';
import { tickAudit } from '../browser/tick-audit.ts';
import { OVER_ALL } from '../effects/placing.ts';
import { isCalm } from '../effects/stage.ts';
import { notedCall } from '../islands/own-booking/booked-call.ts';
import { lastLead } from '../lead/last-lead.ts';

if (lastLead()) tickAudit();
const page = notedCall();
// The page repeats the call that was booked in this tab, whichever way one came to it.
if (page && !location.search.includes(`${CALL_QUERY}=`))
  location.replace(`/validation?${CALL_QUERY}=${page.split('/').at(-1)}`);
// There is nothing to celebrate where the server left the chat out: that call was cancelled or is over.
else if (!isCalm() && document.getElementById(CHAT_SECTION))
  startEffect(document.body, {
    worker: () => new Worker(new URL('../effects/confetti.worker.ts', import.meta.url), { type: 'module' }),
    module: () => import('../effects/confetti.ts'),
    style: OVER_ALL,
  });
