import { auditKinds } from '../audits/queue/audit-mails.ts';
import { callKinds } from '../bookings/mails/call-mails.ts';
import { leadKinds } from '../leads/mails/lead-kinds.ts';
import { type MessageKinds, ownKinds } from '../messages/kinds/message-kinds.ts';

/** The descriptor of every kind of message that the table `messages` may hold. */
export const messageKinds: MessageKinds = { ...leadKinds, ...callKinds, ...auditKinds, ...ownKinds };
