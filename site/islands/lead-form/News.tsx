import { useEffect, useState } from 'react';
import { sales } from '#content/pages/sales.ts';
import { type LeadNews, lastLeadNews, onLeadNews } from '../../lead/last-lead.ts';
import { nextStep } from '../../lead/next-step.ts';
import { attr, LEAD_NEWS } from '../../markup.ts';

/** What became of the lead that was sent from this tab, and how to go on; hidden while there is none. */
export function News({ news }: { readonly news: LeadNews | undefined }) {
  const words = sales.form.news;
  return (
    <p className="fault" role="status" hidden={!news} {...attr(LEAD_NEWS)}>
      <span>{news && words[news.state]}</span>{' '}
      <a
        href={news ? nextStep(news.name, news.email) : '/introduction'}
        hidden={!news || news.state === 'refused'}
      >
        {words.next}
      </a>
    </p>
  );
}

/** What became of that lead, as long as the page tells it. */
export function useNews(tells: boolean): LeadNews | undefined {
  const [news, setNews] = useState<LeadNews>();
  useEffect(() => {
    if (!tells) return;
    const say = () => setNews(lastLeadNews());
    say();
    return onLeadNews(say);
  }, [tells]);
  return news;
}
