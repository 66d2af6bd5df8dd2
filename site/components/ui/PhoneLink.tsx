import { unbrokenPhone } from '#domain/text.ts';

interface Props {
  /** As it is read, e.g. `+41 21 345 67 89`. */
  readonly phone: string;
  readonly className?: string | undefined;
}

/** A phone number that calls when it is touched. */
export function PhoneLink({ phone, className }: Props) {
  return (
    <a className={className} href={dial(phone)}>
      {unbrokenPhone(phone)}
    </a>
  );
}

/** The address of a link that calls `phone`. */
export function dial(phone: string): string {
  return `tel:${phone.replace(/\s/g, '')}`;
}
