import { CALL_QUERY, NOT_BOOKED } from '#domain/booking.ts';
import { startEffect } from '../browser/start-effect.ts';
import { tickAudit } from '../browser/tick-audit.ts';
import { OVER_ALL } from '../effects/placing.ts';
import { isCalm } from '../effects/stage.ts';
import { notedCall } from '../islands/own-booking/booked-call.ts';
import { lastLead } from '../lead/last-lead.ts';

if (lastLead()) tickAudit();
const page = notedCall();
const isNamed = location.search.includes(`${CALL_QUERY}=`);
// The page repeats the call that was booked in this tab, whichever way one came to it.
if (page && !isNamed) location.replace(`/validation?${CALL_QUERY}=${page.split('/').at(-1)}`);
// A call that was cancelled, is over, waits or is unknown is nothing to celebrate.
else if (!isCalm() && !(isNamed && document.querySelector(`[${NOT_BOOKED}]`)))
  startEffect(document.body, {
    worker: () => new Worker(new URL('../effects/confetti.worker.ts', import.meta.url), { type: 'module' }),
    module: () => import('../effects/confetti.ts'),
    style: OVER_ALL,
  });
