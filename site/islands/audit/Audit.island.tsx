// Island because what is looked at is shown as it happens, and a refused address is said under its field.
import { type FormEvent, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { siteOfEmail } from '#domain/site-of-email.ts';
import { FALLBACK_AFTER_MS } from '../../browser/later.ts';
import { isThere } from '../../browser/network.ts';
import { tickAudit } from '../../browser/tick-audit.ts';
import { lastLeadNews, onLeadNews } from '../../lead/last-lead.ts';
import { readPrefill, readReference } from '../../lead/prefill.ts';
import { AUDIT_ADDRESS } from '../../markup.ts';
import { AuditPanel } from './AuditPanel.tsx';
import { disownAudit, postAudit } from './audit-api.ts';
import { afterAuditEvent, FIRST_AUDIT_STATE } from './audit-state.ts';
import { followAudit } from './follow-audit.ts';

/** What this tab knows of the visitor's lead. */
interface LeadOfTab {
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

/** All that the audit has to do with the world around it. */
export interface AuditDeps {
  readonly post: typeof postAudit;
  readonly disown: typeof disownAudit;
  readonly lead: LeadOfTab;
  readonly follow: (...args: Parameters<typeof followAudit>) => () => void;
  /** A proof of work, as a form carries it; empty where there can be none. Never rejects. */
  readonly prove: () => Promise<string>;
  readonly wait: (ms: number) => Promise<void>;
  /** Whether pages of this site can be reached. */
  readonly reaches: () => Promise<boolean>;
}

const leadOfTab: LeadOfTab = {
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

const browserDeps: AuditDeps = {
  post: postAudit,
  disown: disownAudit,
  lead: leadOfTab,
  follow: followAudit,
  prove: () => import('../../lead/proof.ts').then(({ workProof }) => workProof()).catch(() => ''),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  reaches: () => isThere(location.pathname, FALLBACK_AFTER_MS),
};

/** A proof that takes longer is done without: the audit then waits behind those that have one. In milliseconds. */
const PROOF_MS = 3_000;

interface Props {
  /** The browser's own unless given. */
  readonly deps?: AuditDeps;
}

/**
 * Asks for the express audit and follows it. Before React, and without JavaScript, it is a plain form that leads to
 * the report's page.
 */
export function Audit({ deps = browserDeps }: Props) {
  const [state, tell] = useReducer(afterAuditEvent, FIRST_AUDIT_STATE);
  const root = useRef<HTMLDivElement>(null);
  const proof = useRef<Promise<string>>(undefined);
  const hadFocus = useRef(false);
  const isQueued = useRef(false);
  const lastTry = useRef({ url: '' });
  const failures = useRef(0);
  const { phase, token, fault } = state;

  useEffect(() => {
    if (phase !== 'following' || token === undefined) return undefined;
    tickAudit();
    return deps.follow(token, (news) => {
      // What is shown next takes away what may have the focus now.
      hadFocus.current = root.current?.contains(document.activeElement) ?? false;
      tell({ kind: 'told', news });
    });
  }, [deps, phase, token]);

  /** Whoever empties the field means to type another. */
  const propose = useCallback((site: string | undefined) => {
    const input = root.current?.querySelector<HTMLInputElement>(`[${AUDIT_ADDRESS}]`);
    if (input?.value === '') input.value = site ?? '';
  }, []);

  const leadsTo = state.view?.leadsTo;
  useLayoutEffect(() => propose(leadsTo), [propose, leadsTo]);

  // What the visitor asked for on the page before: it is on its way, or begins once the lead has left.
  useLayoutEffect(() => {
    let isAsked = false;
    const ask = async () => {
      const { reference, site, ...lead } = deps.lead.read();
      if (isAsked || lastTry.current.url !== '') return;
      const isExpected = lead.isAsked && site !== undefined;
      tell(isExpected ? { kind: 'expected', site, isWaiting: reference === undefined } : { kind: 'notMine' });
      if (!isExpected) propose(site);
      if (reference === undefined) return;
      isAsked = true;
      const answer = await deps.post({ url: '', lead: reference, proof: '' });
      if (lastTry.current.url !== '') return;
      tell({ kind: 'answeredForLead', answer });
      if (answer.kind !== 'queued') propose(site);
    };
    void ask();
    return deps.lead.onNews(() => void ask());
  }, [deps, propose]);

  // What was pressed or read may be gone: the focus goes on to what stands in its place, unless it is elsewhere.
  useLayoutEffect(() => {
    const within = root.current;
    if (!hadFocus.current || within === null) return;
    hadFocus.current = false;
    const isInForm = document.activeElement?.closest('form') != null;
    if (phase === 'following') within.querySelector<HTMLElement>('[role=status]')?.focus();
    if (phase === 'idle' && (fault !== undefined || !isInForm)) within.querySelector('input')?.focus();
  }, [phase, fault]);

  const prove = () => {
    proof.current ??= deps.prove();
    return proof.current;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (phase === 'idle') send(form).catch(() => form.submit());
  };
  const send = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '');
    const thisTry = { url: text('url') };
    lastTry.current = thisTry;
    isQueued.current = false;
    tell({ kind: 'sent' });
    void deps.wait(FALLBACK_AFTER_MS).then(() => thisTry === lastTry.current && tell({ kind: 'late' }));
    const proved = await Promise.race([prove(), deps.wait(PROOF_MS).then(() => '')]);
    // A proof counts once.
    proof.current = undefined;
    const answer = await deps.post({ url: thisTry.url, lead: text('lead'), proof: proved });
    // The last try counts, and of several for one address the first that is queued.
    const isSame = answer.kind === 'queued' && thisTry.url === lastTry.current.url;
    if (isQueued.current || (thisTry !== lastTry.current && !isSame)) return;
    isQueued.current = answer.kind === 'queued';
    hadFocus.current = root.current?.contains(document.activeElement) ?? false;
    tell({ kind: 'answered', answer });
    failures.current = answer.kind === 'silent' && !answer.isOffline ? failures.current + 1 : 0;
    // Something between lets pages through and nothing that a script sends: the form itself is posted.
    if (failures.current > 1 && (await deps.reaches())) form.submit();
  };

  const refuse = () => {
    if (token !== undefined) void deps.disown(token, deps.lead.read().reference ?? '');
    lastTry.current = { url: ' ' };
    hadFocus.current = true;
    tell({ kind: 'notMine' });
  };

  return <AuditPanel ref={root} state={state} onTouch={prove} onSubmit={submit} onNotMine={refuse} />;
}
