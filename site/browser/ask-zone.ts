import { all, OFFICE_ZONE } from '../markup.ts';

const PARAMETER = 'timeZone';

/**
 * Where the page asks for the visitor's time zone and their clock shows other hours than the office's, loads the page
 * again with the zone in its address.
 */
export function askZone(): void {
  const [asked] = all(OFFICE_ZONE);
  const address = new URL(location.href);
  if (!asked || address.searchParams.has(PARAMETER)) return;
  const office = asked.getAttribute(OFFICE_ZONE) ?? undefined;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const differs = ({ dateTime }: HTMLTimeElement) => {
    const time = new Date(dateTime);
    return time.toLocaleString('fr') !== time.toLocaleString('fr', { timeZone: office });
  };
  if (!timeZone || ![...document.querySelectorAll('time')].some(differs)) return;
  address.searchParams.set(PARAMETER, timeZone);
  location.replace(address);
}
