import { expect, test } from 'vitest';
import { type Refusal, readRefusal } from './refusal.ts';

/**
 * What mail servers answer, as their makers document it and their users report it in public trackers; addresses are made
 * up. Of Hostpoint's no report was found: its server is an Exim.
 */
const ANSWERS: Readonly<Record<string, readonly (readonly [Refusal, string])[]>> = {
  Gmail: [
    [
      'mailbox',
      "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550-5.1.1 unnecessary spaces. Learn more at\n550 5.1.1  https://support.google.com/mail/?p=NoSuchUser om11si19081667wic.29 - gsmtp",
    ],
    [
      'mailbox',
      '550 5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser - gsmtp',
    ],
    [
      'else',
      '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. For more information, please visit https://support.google.com/mail/?p=ReceivingRatePerm - gsmtp',
    ],
    ['else', "552-5.2.2 The recipient's inbox is out of storage space and inactive. - gsmtp"],
    [
      'sender',
      '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550-5.4.5 sending limits go to\n550 5.4.5  https://support.google.com/a/answer/166852 5b1f17b1804b1-43c - gsmtp',
    ],
    ['sender', '550 5.4.5 Daily sending quota exceeded. - gsmtp'],
    [
      'sender',
      '550 5.7.1 [192.0.2.1] Our system has detected that this message is likely suspicious due to the very low reputation of the sending domain. - gsmtp',
    ],
    [
      'sender',
      "550 5.7.1 Unauthenticated email from example.com is not accepted due to domain's DMARC policy. - gsmtp",
    ],
  ],
  'Outlook and Exchange': [
    [
      'mailbox',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient anna@example.ch not found by SMTP address lookup',
    ],
    [
      'mailbox',
      '550 5.5.0 Requested action not taken: mailbox unavailable. [eop-nam12.prod.protection.outlook.com]',
    ],
    // Exchange answers so for unknown recipients, and where a domain is not set up yet.
    [
      'else',
      '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [eop-fra01.prod.protection.outlook.com]',
    ],
    ['sender', '550 5.1.8 Access denied, bad outbound sender AS(4204120)'],
    [
      'sender',
      '550 5.7.705 Access denied, tenant has exceeded threshold. For more information please go to http://go.microsoft.com/fwlink/?LinkId=524931 AS831',
    ],
    [
      'sender',
      '550 5.7.501 Access denied, spam abuse detected. For more information please go to http://go.microsoft.com/fwlink/?LinkId=526653',
    ],
    [
      'sender',
      '554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException; Failed to process message due to a permanent exception with message WASCL UserAction verdict is not None. Actual verdict is RefuseQuota, ShowTierUpgrade.',
    ],
    [
      'sender',
      '554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied; Failed to process message due to a permanent exception with message Cannot submit message.',
    ],
    [
      'sender',
      "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
    ],
  ],
  Yahoo: [
    [
      'mailbox',
      "554 delivery error: dd This user doesn't have a yahoo.com account (anna@yahoo.com) [0] - mta1.mail.bf1.yahoo.com",
    ],
    [
      'mailbox',
      '554 delivery error: dd Sorry your message to anna@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta1.mail.ne1.yahoo.com',
    ],
    [
      'else',
      '554 delivery error: dd Sorry, your message to anna@yahoo.com cannot be delivered. This account is over quota.',
    ],
    [
      'sender',
      "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list; see http://postmaster.yahoo.com/550-bl23.html",
    ],
    ['else', '554 6.6.0 Error sending message for delivery.'],
  ],
  Infomaniak: [
    [
      'sender',
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using combined.mail.abusix.zone; https://lookup.abusix.com/search?q=192.0.2.1',
    ],
  ],
  OVH: [['sender', '554 sorry, too many emails (#5.7.1)']],
  GMX: [
    ['mailbox', '550 <anna@gmx.ch>: Requested action not taken: mailbox unavailable'],
    // Of several lines the last one decides (postmaster.gmx.net); half an hour later the same mails were taken.
    [
      'else',
      '550-Requested action not taken: mailbox unavailable\n550 Failure sending mail. Try again later',
    ],
    ['mailbox', '550 5.2.1 <anna@gmx.ch>... User is inactive'],
    [
      'sender',
      '554-gmx.net (mxgmx104) Nemesis ESMTP Service not available\n554-No SMTP service\n554-IP address is block listed.\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r0201',
    ],
  ],
  iCloud: [
    ['mailbox', '550 5.1.1 <anna@icloud.com>: user does not exist'],
    [
      'else',
      '550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
    ],
  ],
  Postfix: [
    [
      'mailbox',
      '550 5.1.1 <quota@limit.example>: Recipient address rejected: User unknown in local recipient table',
    ],
    [
      'mailbox',
      '550 5.1.1 <anna@example.ch>: Recipient address rejected: User unknown in virtual mailbox table',
    ],
    ['mailbox', '550 5.1.2 <anna@exmaple.ch>: Recipient address rejected: Domain not found'],
    ['else', '554 5.7.1 <anna@example.ch>: Recipient address rejected: Access denied'],
    ['sender', '554 5.7.1 <anna@example.ch>: Relay access denied'],
    ['sender', '550 5.4.5 <anna@example.ch>: Recipient address rejected: Domain Sending Quota Exceeded'],
    ['sender', '553 5.7.1 <nous@atelier.example>: Sender address rejected: not owned by user anna'],
  ],
  'Exim and cPanel': [
    ['mailbox', '550 Unrouteable address'],
    [
      'sender',
      '550 Domain example.ch has exceeded the max emails per hour (123/100 (123%)) allowed. Message discarded.',
    ],
    [
      'sender',
      '550 Domain example.ch has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.',
    ],
    ['sender', '550 Outgoing mail from "info@example.ch" has been suspended.'],
    [
      'sender',
      '550 Email account smtpout@example.com is sending too many emails - rate overlimit = 83.6 / 1h',
    ],
    ['sender', '550 5.1.0 cNkj1y0022zrrQM01NkjaD policy violation, see https://support.forpsi.com/kb/a4081'],
    ['else', '550 Administrative prohibition'],
  ],
  'Others, by words above all,': [
    ['mailbox', '550 MAILBOX NOT FOUND'],
    ['mailbox', '550 Benutzer nicht bekannt/User unknown'],
    ['mailbox', '554 Sorry, no mailbox here by that name. (#5.1.1)'],
    ['mailbox', '550 5.7.1 No such user!'],
    [
      'mailbox',
      '550 Message was not accepted -- invalid mailbox. Local mailbox anna@mail.ru is unavailable: account is disabled',
    ],
    ['else', '554 Looks like spam'],
    ['else', '552 5.3.4 Message size exceeds fixed maximum message size'],
    ['else', '550 4.2.1 mailbox temporarily disabled'],
  ],
};

test.each(
  Object.entries(ANSWERS).flatMap(([server, answers]) =>
    answers.map(([of, answer]) => [server, of, answer] as const),
  ),
)('%s speaks of %s: %s', (_server, of, answer) => {
  expect(readRefusal(answer)).toBe(of);
  // As it is kept: behind Nodemailer's own words, in one line.
  expect(readRefusal(`Can't send mail - all recipients were rejected: ${answer.replaceAll('\n', ' ')}`)).toBe(
    of,
  );
});
