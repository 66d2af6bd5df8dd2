// Island because free times change by the minute, and one that is taken meanwhile may cost nothing that was typed.
import { type FormEvent, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { BookingWords } from '#content/pages/rendez-vous.ts';
import { FALLBACK_AFTER_MS } from '../../browser/later.ts';
import { isThere, postPlain } from '../../browser/network.ts';
import { goTo } from '../../browser/page-fade.ts';
import { lastLeadNews } from '../../lead/last-lead.ts';
import { type Prefill, readPrefill, readReference } from '../../lead/prefill.ts';
import type { EmailLine } from '../email-field/EmailField.tsx';
import { BookingForm } from './BookingForm.tsx';
import { bookOnce, type Notes } from './book-once.ts';
import { bookedCall, type CallElsewhere, onCallElsewhere, rememberCall, tellTabs } from './booked-call.ts';
import { type BookingBody, postBooking, readFreeTimes } from './booking-api.ts';
import { tabNotes } from './booking-notes.ts';
import { afterEvent, FIRST_STATE } from './booking-state.ts';
import { chosenAhead } from './chosen-ahead.ts';
import { zoneOfVisitor } from './days.ts';

/** A try that hangs for so long ends in the form itself, posted as without a script. */
const POST_AFTER_MS = 15_000;

/** All that the booking has to do with the world around it. */
export interface OwnBookingDeps {
  readonly readTimes: typeof readFreeTimes;
  readonly post: typeof postBooking;
  /** A proof of work, as a form carries it; empty where there can be none in time. Never rejects. */
  readonly prove: () => Promise<string>;
  /** IANA time zone of the visitor. */
  readonly visitorZone: () => string;
  /** Who the visitor is, as far as they have said. */
  readonly prefill: () => Prefill;
  /** The signed reference to the visitor's lead. */
  readonly reference: () => string | undefined;
  readonly notes: Notes;
  /** The call that was booked in this tab. */
  readonly call: { readonly remember: typeof rememberCall; readonly now: typeof bookedCall };
  /** The other tabs of this browser. */
  readonly tabs: { readonly tell: typeof tellTabs; readonly heard: typeof onCallElsewhere };
  /** Calls `listener` when the network comes back, until what it returns is called. */
  readonly onBack: (listener: () => void) => () => void;
  /** Opens another page of this site. */
  readonly go: (href: string) => void;
  /** Whether pages of this site can be reached. */
  readonly reaches: () => Promise<boolean>;
}

const browserDeps: OwnBookingDeps = {
  readTimes: readFreeTimes,
  post: postBooking,
  prove: () => {
    const proof = import('../../lead/proof.ts').then(({ workProof }) => workProof()).catch(() => '');
    const none = new Promise<string>((resolve) => setTimeout(resolve, FALLBACK_AFTER_MS, ''));
    return Promise.race([proof, none]);
  },
  visitorZone: zoneOfVisitor,
  prefill: () => ({ ...lastLeadNews(), ...readPrefill(location.search) }),
  reference: () => readReference(location.search) ?? lastLeadNews()?.reference,
  notes: tabNotes,
  call: { remember: rememberCall, now: bookedCall },
  tabs: { tell: tellTabs, heard: onCallElsewhere },
  onBack: (listener) => {
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  },
  go: goTo,
  reaches: () => isThere(location.pathname, FALLBACK_AFTER_MS),
};

interface Props {
  readonly words: BookingWords;
  readonly mostADay: number;
  readonly writeTo: string;
  /** The browser's own unless given. */
  readonly deps?: OwnBookingDeps;
}

/** The form that books the call within step 2. */
export function OwnBooking({ words, mostADay, writeTo, deps = browserDeps }: Props) {
  const [state, tell] = useReducer(afterEvent, FIRST_STATE);
  const form = useRef<HTMLFormElement>(null);
  const line = useRef<EmailLine>(null);
  const book = useRef<ReturnType<typeof bookOnce>>(undefined);
  const proof = useRef<Promise<string>>(undefined);
  const isBooked = useRef(false);
  const tries = useRef(0);
  const failures = useRef(0);
  const elsewhere = useRef<CallElsewhere>(undefined);
  const lost = useRef<BookingBody>(undefined);
  const wasFocused = useRef<string>(undefined);
  const { phase, errors, problem, call, times } = state;
  const isOpen = call === undefined;
  const now = useRef(state);
  now.current = state;

  const prove = useCallback(() => {
    proof.current ??= deps.prove();
    return proof.current;
  }, [deps]);
  const read = useCallback(
    async (without?: string) => {
      const read = await deps.readTimes();
      // A time that another server has just booked may stay in the list for a second.
      const starts = read.kind === 'known' ? read.starts.filter((start) => start !== without) : [];
      const { isThere, start, day, focused } = chosenAhead(form.current);
      if (start) tell({ kind: 'timeChosen', start });
      if (read.kind === 'unreadable' && isThere) return tell({ kind: 'timesRead', times: { kind: 'ahead' } });
      if (day) tell({ kind: 'dayShown', day });
      wasFocused.current = focused;
      tell({ kind: 'timesRead', times: read.kind === 'known' ? { ...read, starts } : read });
    },
    [deps],
  );
  const ask = useCallback(() => {
    tell({ kind: 'timesAsked', visitorZone: deps.visitorZone() });
    void read();
  }, [deps, read]);

  useEffect(ask, [ask]);

  // The times that were in the page before are replaced: the focus stays where it was among them, before any key is heard.
  useLayoutEffect(() => {
    if (times.kind !== 'known' || wasFocused.current === undefined) return;
    form.current?.querySelector<HTMLElement>(wasFocused.current)?.focus({ preventScroll: true });
    wasFocused.current = undefined;
  }, [times]);

  // After a refusal the first field that has to be mended, after a time that is taken the next ones.
  useEffect(() => {
    if (problem === undefined || phase !== 'idle') return;
    const faulty = ['start', 'name', 'email', 'phone'].find((name) =>
      errors.some(({ field }) => field === name),
    );
    if (faulty) form.current?.querySelector<HTMLElement>(`[name=${faulty}]`)?.focus();
    if (problem.kind !== 'taken') return;
    const hours = [...(form.current?.querySelectorAll<HTMLElement>('input[name=start]') ?? [])];
    const next = hours.find((hour) => hour.getAttribute('value') === problem.next) ?? hours[0];
    // In the middle of the screen, so that what is said above the hours is on it too.
    next?.scrollIntoView({ block: 'center' });
    next?.focus({ preventScroll: true, focusVisible: true });
  }, [problem, phase, errors, form]);

  /** What is asked for now, with the time chosen among those that the server wrote while there are no others. */
  const requestOf = useCallback(
    (form: HTMLFormElement): BookingBody => {
      const data = new FormData(form);
      return {
        start: chosenAhead(form).start ?? now.current.start,
        name: String(data.get('name')),
        email: String(data.get('email')),
        phone: String(data.get('phone')),
        timeZone: now.current.visitorZone,
        lead: deps.reference(),
      };
    },
    [deps],
  );

  /** Posts the form as without a script, under the id that has been tried: it books once, whichever came through. */
  const post = useCallback(
    ({ start, timeZone, lead = '' }: Partial<BookingBody>) => {
      const id = deps.notes.read()?.id;
      // No time is said too: the form may hold one of a day that is shown no more.
      const more = { start, timeZone, lead, id };
      const known = Object.entries(more).flatMap(([name, value = '']) =>
        value || name === 'start' ? [[name, value]] : [],
      );
      if (form.current) postPlain(form.current, Object.fromEntries(known));
    },
    [deps],
  );

  /** The time that is taken may be the visitor's own call, from another tab: that is shown then, and no further one offered. */
  const lookElsewhere = useCallback(async () => {
    const { page, start, email }: Partial<CallElsewhere> = elsewhere.current ?? {};
    if (page === undefined || start !== lost.current?.start || email !== lost.current?.email) return;
    deps.call.remember(page);
    const call = await deps.call.now();
    if (call !== undefined && call !== 'over') tell({ kind: 'callKnown', call });
  }, [deps]);
  useEffect(
    () =>
      deps.tabs.heard((call) => {
        elsewhere.current = call;
        void lookElsewhere();
      }),
    [deps, lookElsewhere],
  );

  /** @param isPress the visitor has pressed: the form itself may be posted */
  const order = useCallback(
    async (request: BookingBody, isPress = false) => {
      tries.current += 1;
      const thisTry = tries.current;
      tell({ kind: 'sent' });
      const late = setTimeout(() => thisTry === tries.current && tell({ kind: 'late' }), FALLBACK_AFTER_MS);
      const hung = setTimeout(async () => {
        // Whoever changes something meanwhile presses again.
        const isSame = form.current && JSON.stringify(requestOf(form.current)) === JSON.stringify(request);
        if (isPress && isSame && !isBooked.current && (await deps.reaches())) post(request);
      }, POST_AFTER_MS);
      book.current ??= bookOnce(async (id, asked) => deps.post(id, asked, await prove()), deps.notes);
      const answer = await book.current(request);
      clearTimeout(late);
      clearTimeout(hung);
      // A proof counts once.
      proof.current = undefined;
      // Of several tries the first that is booked counts, and otherwise the last.
      if (isBooked.current || (answer.kind !== 'booked' && thisTry !== tries.current)) return;
      const isBlocked = answer.kind === 'silent' && !answer.isOffline && !answer.isDown;
      failures.current = isBlocked ? failures.current + 1 : 0;
      // Something between lets pages through and nothing that a script sends, twice: the form itself is posted.
      if (isPress && isBlocked && (await deps.reaches())) {
        if (thisTry !== tries.current || isBooked.current) return;
        if (failures.current > 1) post(request);
        else return void order(request, true);
      }
      isBooked.current = answer.kind === 'booked';
      tell({ kind: 'answered', answer });
      if (answer.kind === 'booked') {
        deps.call.remember(answer.page);
        deps.tabs.tell({ page: answer.page, start: request.start, email: request.email });
        deps.go(answer.page);
      }
      lost.current = answer.kind === 'taken' ? request : undefined;
      if (lost.current) void read(request.start);
      void lookElsewhere();
    },
    [deps, lookElsewhere, read, prove, post, requestOf],
  );

  // Sent without a network, it goes on by itself: what was asked for then, unless that is being changed.
  const isOffline = problem?.kind === 'offline';
  useEffect(() => {
    const asked = isOffline ? deps.notes.read()?.answers.at(-1) : undefined;
    return asked && deps.onBack(() => void order(asked));
  }, [deps, isOffline, order]);

  useEffect(() => {
    if (!isOpen) return;
    const asked = deps.notes.read()?.answers.at(-1);
    const known: Partial<BookingBody> = asked ?? deps.prefill();
    for (const name of ['name', 'email', 'phone'] as const) {
      const input = form.current?.elements.namedItem(name);
      if (input instanceof HTMLInputElement && (asked || !input.value)) input.value = known[name] ?? '';
    }
  }, [deps, isOpen]);

  // What was asked for before a reload may be booked: its answer is still owed to the visitor.
  useEffect(() => {
    const asked = deps.notes.read()?.answers.at(-1);
    if (asked === undefined) return;
    tell({ kind: 'timeChosen', start: asked.start });
    void order(asked);
  }, [deps, order]);

  // A visitor who comes back to this page after booking is shown the call, as it is now.
  useEffect(() => {
    const look = async () => {
      const known = await deps.call.now();
      if (known === undefined) return;
      if (known === 'over') {
        isBooked.current = false;
        book.current = undefined;
      }
      tell({ kind: 'callKnown', call: known === 'over' ? undefined : known });
    };
    const onShow = ({ persisted }: PageTransitionEvent) => void (persisted && look());
    void look();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [deps]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (phase !== 'idle') return;
    try {
      const request = requestOf(event.currentTarget);
      // What came with the lead was asked about there.
      if (request.email !== deps.prefill().email && line.current?.holdsBack()) return;
      await order(request, true);
    } catch {
      const start = chosenAhead(form.current).start ?? state.start;
      post({ start, timeZone: state.visitorZone });
    }
  };

  return (
    <BookingForm
      ref={form}
      line={line}
      words={words}
      state={state}
      mostADay={mostADay}
      writeTo={writeTo}
      onDay={(day) => tell({ kind: 'dayShown', day })}
      onStart={(start) => {
        void prove();
        tell({ kind: 'timeChosen', start });
      }}
      onReadAgain={ask}
      onChange={({ target }) => {
        // React hears no change of what the server wrote into the page.
        const { isThere, start = '' } = chosenAhead(form.current);
        if (isThere && /^(day|start)$/.test((target as HTMLInputElement).name)) {
          void prove();
          tell({ kind: 'timeChosen', start });
        }
        tell({ kind: 'changed' });
      }}
      onSubmit={send}
    />
  );
}
