import { siteOfEmail } from '#domain/site-of-email.ts';
import { lastLeadNews, onLeadNews } from '../../lead/last-lead.ts';
import { readPrefill, readReference } from '../../lead/prefill.ts';

/** What this tab knows of the visitor's lead. */
export interface LeadOfTab {
  readonly read: () => {
    /** Signed; undefined until the service has the lead. */
    readonly reference: string | undefined;
    /** The site of the e-mail's company, where one can be told. */
    readonly site: string | undefined;
    /** Whether the lead was sent from this tab, or its reference stands in the address: its audit was asked for. */
    readonly isAsked: boolean;
  };
  /** Calls `listener` whenever that may have changed, until what it returns is called. */
  readonly onNews: (listener: () => void) => () => void;
}

export const leadOfTab: LeadOfTab = {
  read() {
    const news = lastLeadNews();
    const reference = readReference(location.search) ?? news?.reference;
    return {
      reference,
      isAsked: reference !== undefined || (news !== undefined && news.state !== 'refused'),
      site: siteOfEmail(news?.email ?? readPrefill(location.search).email ?? ''),
    };
  },
  onNews: onLeadNews,
};
