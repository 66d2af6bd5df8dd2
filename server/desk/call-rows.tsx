import { providers } from '#content/legal/providers.ts';
import { desk as words } from '#content/pages/desk.ts';
import type { Instant } from '#domain/instant.ts';
import { phoneInText } from '../bookings/phone.ts';
import type { StoredBooking } from '../bookings/store/booking.ts';
import { frenchTime } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { ActionForm, type Framed } from './frame.tsx';

interface Props {
  readonly calls: readonly StoredBooking[];
  readonly now: Instant;
  readonly frame: Framed;
  /** Origin of the site, where a call can be moved, empty where there is none; absent: no call is moved or cancelled here. */
  readonly publicUrl?: string;
  /** How the time of a call is written. */
  readonly when?: (start: Instant) => string;
}

/** Calls, one a row, with what can be done about each. */
export function CallRows({ calls, now, frame, publicUrl, when = frenchTime }: Props) {
  return (
    <ul className="desk-rows">
      {calls.map((call) => (
        <li key={call.id} className="desk-row" data-key={call.id} id={`appel-${call.id}`}>
          <p className="desk-when">
            <strong>{when(call.start)}</strong>
            <span>
              {call.outcome === null ? words.calls.states[call.state] : words.calls.outcomes[call.outcome]}
            </span>
          </p>
          <div className="desk-who">
            <h3>
              {call.leadId === null ? (
                plainText(call.name)
              ) : (
                <a href={`${frame.root}/contacts/${call.leadId}`}>{plainText(call.name)}</a>
              )}
            </h3>
            <p>
              {call.phone !== '' && <a href={`tel:${call.phone}`}>{phoneInText(call.phone)}</a>}
              {call.provider !== null && <> {words.calls.at(providers[call.provider].name)}</>}
            </p>
          </div>
          {call.state !== 'cancelled' && (
            <ActionForm {...frame} of={{ call: call.id }}>
              <CallActions call={call} now={now} publicUrl={publicUrl} />
            </ActionForm>
          )}
        </li>
      ))}
    </ul>
  );
}

function CallActions({
  call,
  now,
  publicUrl,
}: { readonly call: StoredBooking } & Pick<Props, 'now'> & { readonly publicUrl: string | undefined }) {
  const button = (name: 'tenu' | 'pas-joint', isFirst = false) => (
    <button
      key={name}
      type="submit"
      name="do"
      value={name}
      className={isFirst ? 'desk-button desk-first' : 'desk-button'}
    >
      {words.actions[name]}
    </button>
  );
  if (call.start <= now) return [button('tenu', call.outcome === null), button('pas-joint')];
  if (publicUrl === undefined || call.provider !== null) return undefined;
  return (
    <>
      {publicUrl !== '' && (
        <a className="desk-button" href={`${publicUrl}/rendez-vous/${call.token}#deplacer`}>
          {words.calls.move}
        </a>
      )}
      <details className="desk-won">
        <summary className="desk-button">{words.actions['annuler-appel']}</summary>
        <button type="submit" name="do" value="annuler-appel" className="desk-button desk-first">
          {words.calls.cancelSure}
        </button>
      </details>
    </>
  );
}
