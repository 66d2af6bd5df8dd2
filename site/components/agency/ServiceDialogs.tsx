import { agency } from '#content/business.ts';
import { accompagnement, serviceWords } from '#content/pages/accompagnement.ts';
import { type OfferedService, services } from '#content/services.ts';
import { chatLink } from '#domain/chat-link.ts';
import { unbrokenAddress } from '#domain/text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { PhoneLink } from '../ui/PhoneLink.tsx';
import { ServiceDrawing } from './drawings/ServiceDrawing.tsx';
import css from './ServiceDialogs.module.css';

/** The window of each service, at the address `#id`: what it comprises, where, and the way to ask for it. */
export function ServiceDialogs() {
  return services.map((service) => (
    <Dialog key={service.id} id={service.id} title={service.name} closeLabel={accompagnement.close} wide>
      <Detail service={service} />
    </Dialog>
  ));
}

function Detail({ service }: { readonly service: OfferedService }) {
  const words = serviceWords[service.id];
  return (
    <div className={css.detail}>
      <ServiceDrawing name={service.image} className={css.drawing} />
      <div className={css.words}>
        <p className={css.text}>{words.text}</p>
        <h3 className={css.subtitle}>{accompagnement.contentsTitle}</h3>
        <ul className={css.contents}>
          {words.contents.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Button href={chatLink(agency.chatNumber, words.chatText)} wide newTab>
          {words.button}
        </Button>
        <Facts service={service} />
      </div>
    </div>
  );
}

function Facts({ service }: { readonly service: OfferedService }) {
  const { facts } = accompagnement;
  const rows = [
    [facts.type, service.type],
    [facts.location, service.location],
    [facts.address, unbrokenAddress(service.address)],
    [facts.phone, <PhoneLink phone={service.phone} />],
  ] as const;
  return (
    <dl className={css.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
