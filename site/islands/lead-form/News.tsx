import { useEffect, useState, useSyncExternalStore } from 'react';
import { sales } from '#content/pages/sales.ts';
import { onNetwork } from '../../browser/network.ts';
import { type LeadNews, lastLeadNews, onLeadNews } from '../../lead/last-lead.ts';
import { nextStep } from '../../lead/next-step.ts';
import { attr, LEAD_NEWS } from '../../markup.ts';

interface Props {
  readonly news: LeadNews | undefined;
  /** The lead waits for the network: no link leads anywhere before the page goes on by itself. */
  readonly isWaiting: boolean;
}

/** What became of the lead that was sent from this tab, and how to go on; hidden while there is none. */
export function News({ news, isWaiting }: Props) {
  const words = sales.form.news;
  const isOnline = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  );
  const waiting = isOnline ? 'waiting' : 'offline';
  const said = isWaiting && (news?.state ?? 'kept') === 'kept' ? waiting : news?.state;
  return (
    <p className="fault" role="status" hidden={!said} {...attr(LEAD_NEWS)}>
      <span>{said && words[said]}</span>{' '}
      <a
        href={news ? nextStep(news.name, news.email) : '/introduction'}
        hidden={!news || isWaiting || news.state === 'refused'}
      >
        {words.next}
      </a>
    </p>
  );
}

/** What became of that lead, as long as the page tells it; a refusal always. */
export function useNews(tells: boolean): LeadNews | undefined {
  const [news, setNews] = useState<LeadNews>();
  useEffect(() => {
    const say = () => {
      const last = lastLeadNews();
      // A kept lead of an earlier visit may be refused at any time (site/lead/send-pending.ts).
      setNews(tells || last?.state === 'refused' ? last : undefined);
    };
    say();
    return onLeadNews(say);
  }, [tells]);
  return news;
}
