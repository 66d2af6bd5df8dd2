import { CHECK_WORDS, PART_TO_DO, WHILE_BUSY } from '#content/audit-checks.ts';
import {
  BAR_TEXTS,
  type BarTexts,
  clsText,
  counted,
  lcpText,
  loadWeightText,
  ttfbText,
  weightText,
} from '#content/audit-figures.ts';
import { BARS, type Bars, type CheckId } from '#domain/audit.ts';
import type { Facts } from '../audit-facts.ts';
import { type Check, onPhone, type Seen, type Verdict, verdict } from './check.ts';

/** Below that, compression changes nothing that a visitor notices. */
const WORTH_COMPRESSING = 10_000;

type Words = Readonly<Record<'ok' | 'review' | 'failed', (value: string) => string>>;

/** What a measure is held to, in words. */
function thresholdOf({ good, poor }: BarTexts, more = ''): string {
  return `${good} au plus${more}\u202f; faible au-delà de ${poor}`;
}

/** One run is noisy: green up to good, red only past poor, to be looked at in between. */
function banded(value: number, [good, poor]: Bars, words: Words, text: string): Verdict {
  const outcome = value <= good ? 'ok' : value <= poor ? 'review' : 'failed';
  return verdict(outcome, words[outcome](text), text);
}

/** A time is never red where this machine itself may have been what was slow. */
function timed({ facts: { busy } }: Seen, judged: Verdict): Verdict {
  if (!busy || judged.outcome !== 'failed') return judged;
  return { ...judged, outcome: 'review', sentence: `${judged.sentence} ${WHILE_BUSY}` };
}

const lcp: Check = {
  threshold: thresholdOf(BAR_TEXTS.lcp),
  source: { name: 'web.dev, Largest Contentful Paint', url: 'https://web.dev/articles/lcp' },
  weight: 10,
  effort: 'day',
  judge: (seen) =>
    onPhone(seen, ({ lcpMs }) =>
      lcpMs === undefined
        ? verdict('not-measured', CHECK_WORDS.lcp.notMeasured)
        : timed(seen, banded(lcpMs, BARS.lcpMs, CHECK_WORDS.lcp, lcpText(lcpMs))),
    ),
};

const cls: Check = {
  threshold: thresholdOf(BAR_TEXTS.cls),
  source: { name: 'web.dev, Cumulative Layout Shift', url: 'https://web.dev/articles/cls' },
  weight: 4,
  effort: 'day',
  judge: (seen) => onPhone(seen, (phone) => banded(phone.cls, BARS.cls, CHECK_WORDS.cls, clsText(phone.cls))),
};

const ttfb: Check = {
  threshold: thresholdOf(BAR_TEXTS.ttfb),
  source: { name: 'web.dev, Time to First Byte', url: 'https://web.dev/articles/ttfb' },
  weight: 5,
  effort: 'day',
  judge(seen) {
    const { ttfbMs } = seen.http;
    return ttfbMs === undefined
      ? verdict('not-measured', CHECK_WORDS.ttfb.notMeasured)
      : timed(seen, banded(ttfbMs, BARS.ttfbMs, CHECK_WORDS.ttfb, ttfbText(ttfbMs)));
  },
};

const weight: Check = {
  threshold: thresholdOf(BAR_TEXTS.weight, ', textes compressés'),
  source: {
    name: 'Lighthouse, charges réseau énormes',
    url: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight',
  },
  weight: 4,
  effort: 'day',
  judge({ facts, http }) {
    const uncompressed = http.compression === '' && http.decodedBytes > WORTH_COMPRESSING;
    const bare = verdict(
      'review',
      CHECK_WORDS.weight.uncompressed(weightText(http.decodedBytes)),
      '',
      PART_TO_DO.compress,
    );
    if (!facts.browser.measured)
      return uncompressed ? bare : verdict('not-measured', CHECK_WORDS.weight.notMeasured);
    const { phone } = facts.browser;
    const text = loadWeightText(phone);
    const judged = banded(phone.bytes, BARS.bytes, CHECK_WORDS.weight, text);
    if (phone.partial && judged.outcome === 'ok')
      return verdict('not-measured', CHECK_WORDS.weight.partial(text), heaviest(facts));
    return judged.outcome === 'ok' && uncompressed ? bare : { ...judged, evidence: heaviest(facts) };
  },
};

/** `1,8 Mo en 34 requêtes, surtout de images.example.ch` */
function heaviest({ browser }: Facts): string {
  if (!browser.measured) return '';
  const { requests, hosts } = browser.phone;
  const [first] = hosts;
  const from = first === undefined ? '' : `, ${hosts.length > 1 ? 'surtout ' : ''}de ${first.host}`;
  return `${loadWeightText(browser.phone)} en ${counted(requests, 'requête')}${from}`;
}

export const speedChecks = { lcp, cls, ttfb, weight } satisfies Partial<Record<CheckId, Check>>;
