import { agency } from '#content/business.ts';
import { introduction } from '#content/pages/introduction.ts';
import { chatLink } from '#domain/chat-link.ts';
import { Button } from '../ui/Button.tsx';

/** Stands where the call is booked while the agency has no booking page: a message to the agency, ready to send. */
export function BookByMessage() {
  const { byMessage } = introduction;
  return (
    <Button href={chatLink(agency.chatNumber, byMessage.chatText)} wide newTab>
      {byMessage.button}
    </Button>
  );
}
