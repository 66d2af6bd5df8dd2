import type { Promised } from '#domain/promise.ts';
import { GUESS_ENDED } from '../audit.ts';
import { call } from '../call.ts';
import { mails } from '../mails.ts';
import { delays } from '../office.ts';
import { agencyShell } from '../pages/agency.ts';
import { audit } from '../pages/audit.ts';
import { auditLive } from '../pages/audit-live.ts';
import { introduction } from '../pages/introduction.ts';
import { linkPages } from '../pages/link-pages.ts';
import { rendezVous } from '../pages/rendez-vous.ts';
import { sales } from '../pages/sales.ts';

/**
 * Everything that a page or a mail promises to a visitor who said yes, and by when it is owed. A page that promises
 * something new gets its entry here first (promises.test.ts).
 */
export const promises = {
  answer: {
    owed: 'Lui répondre',
    words: [
      mails.visitor.answer('…'),
      introduction.byMessage.text,
      GUESS_ENDED.unreachable('…'),
      GUESS_ENDED.parked('…'),
    ],
    from: ['received', 'released'],
    within: { workingDays: delays.answer },
    keptBy: ['answered', 'confirmed', 'held', 'won', 'lost', 'erasure-requested'],
  },
  audit: {
    owed: 'Lui envoyer son audit',
    words: [
      mails.visitor.received('…'),
      mails.visitor.audit('…'),
      mails.visitor.asksSite,
      auditLive.form.by('…'),
      auditLive.live.by('…'),
      audit.faults.byMail('…'),
      audit.faults.failedPromised('…'),
      sales.description,
      sales.lead,
      sales.form.title,
      sales.form.support.chatText,
      sales.dialog.title,
      sales.form.submit,
      sales.form.privacy,
      sales.thumb,
      sales.update.button,
      agencyShell.steps[0],
      agencyShell.stepsDone[0],
    ],
    from: ['received', 'released'],
    within: { workingDays: delays.audit },
    // An answer is no audit.
    keptBy: ['audit-sent', 'won', 'lost', 'erasure-requested'],
  },
  call: {
    owed: 'L’appeler',
    words: [
      introduction.text,
      call.calls('…'),
      rendezVous.island.bookedCalls,
      rendezVous.booked.corrected('…'),
      rendezVous.event.visitor.description('…', '…', '…'),
    ],
    from: ['call-booked'],
    within: 'call',
    // The owner's word counts from the hour of the call on: an answer before it does not replace the call.
    keptBy: ['answered', 'held', 'not-reached', 'won', 'lost', 'call-cancelled', 'erasure-requested'],
  },
  // No page promises it: whoever was called and not reached is called again.
  callback: {
    owed: 'Rappeler',
    words: [],
    from: ['not-reached'],
    within: { workingDays: 1 },
    keptBy: ['answered', 'held', 'won', 'lost', 'call-booked', 'call-moved', 'erasure-requested'],
  },
  erasure: {
    owed: 'Effacer ses données',
    words: [
      linkPages.erasure.title,
      linkPages.erasure.text,
      linkPages.erasure.calls,
      linkPages.erasure.button,
      linkPages.erasure.done,
      linkPages.erasure.doneText('…'),
      mails.visitor.erase,
      mails.visitor.eraseLink,
    ],
    from: ['erasure-requested'],
    within: { days: 30 },
    // Nothing but the erasure itself keeps it, and that takes the lead and its events away.
    keptBy: [],
  },
} as const satisfies Record<string, Promised>;

export type PromiseId = keyof typeof promises;
