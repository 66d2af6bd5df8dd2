/**
 * Address that opens the chat app with a text ready to send.
 * @param number international phone number; everything but digits is dropped
 * @param text what the visitor finds typed
 * @see https://faq.whatsapp.com/5913398998672934 (click to chat)
 */
export function chatLink(number: string, text: string): string {
  return `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;
}
