import { office } from '#content/office.ts';
import { weekOf } from '#domain/working-time.ts';
import type { Facts } from './live-through.ts';
import { people, WHO } from './people.ts';
import { type Mail, OWNER } from './stage.ts';

const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];
/** « mardi 24 novembre 2026 à 9h00 », with or without the year. */
const DATE = `\\S+ (\\d+)(?:er)? (${MONTHS.join('|')})(?: (\\d{4}))? à (\\d+)h(\\d\\d)`;
const REMINDED = 'Toujours sans réponse : ';
/** A reference as a mail about a lead gives it. */
const REFERENCE = /^Référence : (\w{8})$/gm;

/** A mail may have been written so long before it was read, in ms. */
const READ_AFTER_MS = 60_000;

/** What is wrong with a month's mails, a line for each fault. */
export type Faults = readonly string[];

/** The instant that a date of a mail names: the month knows no other year and no summer time. */
function instantOf([, day, month = '', year = '2026', hour, minute]: readonly (
  | string
  | undefined
)[]): number {
  return Date.UTC(Number(year), MONTHS.indexOf(month), Number(day), Number(hour) - 1, Number(minute));
}

const shown = ({ at, subject, to }: Mail) => `${new Date(at).toISOString()} to ${to}: « ${subject} »`;

/** Every hour is written 9h00. */
export function hoursNotFrench(mails: readonly Mail[]): Faults {
  return mails
    .filter(({ subject, text }) => /(?<![\d:.T])\d{1,2}:\d{2}(?![\d:])|\b0\dh\d/.test(`${subject} ${text}`))
    .map(shown);
}

/** Each lead is named in three reminders at most, and none before the owner was told of it. */
export function remindedTooOften(mails: readonly Mail[]): Faults {
  const reminders = new Map<string, Mail[]>();
  const toldAt = new Map<string, number>();
  for (const mail of mails.filter(({ to }) => to.includes(OWNER))) {
    const about = remindedIn(mail);
    for (const reference of about) reminders.set(reference, [...(reminders.get(reference) ?? []), mail]);
    for (const [, reference = ''] of mail.text.matchAll(REFERENCE))
      if (!about.includes(reference))
        toldAt.set(reference, Math.min(toldAt.get(reference) ?? Infinity, mail.at));
  }
  return [...reminders].flatMap(([reference, all]) => {
    const soonest = all.slice(1).map((mail, index) => mail.at - (all[index]?.at ?? 0));
    return [
      ...(all.length > 3 ? [`${reference} is named in ${all.length} reminders`] : []),
      ...(soonest.some((ms) => ms < 15 * 60_000)
        ? [`${reference} is named twice in a quarter of an hour: ${all.map(shown)}`]
        : []),
      ...((toldAt.get(reference) ?? Infinity) > (all[0]?.at ?? 0)
        ? [`${reference} is brought up before it was told: ${all.map(shown)}`]
        : []),
    ];
  });
}

/** The references that a mail brings up as unanswered, by itself or among others. */
export function remindedIn({ subject, text }: Mail): string[] {
  const all = (part: string) => [...part.matchAll(REFERENCE)].map(([, reference = '']) => reference);
  if (subject.startsWith(REMINDED)) return all(text);
  if (!subject.startsWith('En un seul e-mail')) return [];
  return text
    .split(/^(?=Toujours sans réponse : |Nouveau contact : |Audit )/m)
    .filter((part) => part.startsWith(REMINDED))
    .flatMap(all);
}

/** What is promised is still to come when the mail leaves, and so is the call that it is about. */
export function datesThatPassed(mails: readonly Mail[]): Faults {
  const ahead = new RegExp(`(?:au plus tard le|vous est proposé le) ${DATE}`, 'g');
  const callOf = new RegExp(
    `^(?:Votre appel (?:du|est déplacé au)|Rappel : .*?|Appel (?:réservé|déplacé) : .*?,) ?${DATE}(?! est annulé)`,
  );
  return mails.flatMap((mail) => {
    const promised = [...mail.text.matchAll(ahead)].map(instantOf);
    const call = mail.subject.endsWith('est annulé') ? null : callOf.exec(mail.subject);
    const all = [...promised, ...(call ? [instantOf(call)] : [])];
    return all
      .filter((time) => time < mail.at - READ_AFTER_MS)
      .map((time) => `${shown(mail)} names ${new Date(time).toISOString()}`);
  });
}

/** No mail promises what is done, or speaks of a call that is cancelled or elsewhere. */
export function promisedWhatIsDone(mails: readonly Mail[], { said, calls, ids }: Facts): Faults {
  const faults: string[] = [];
  const indexOf = new Map([...ids].map(([index, id]) => [id.slice(0, 8), index]));
  const before = (id: string, time: number) =>
    said.filter((one) => one.id.startsWith(id) && one.at < time - READ_AFTER_MS);
  for (const mail of mails) {
    for (const reference of remindedIn(mail)) {
      const last = before(reference, mail.at).at(-1)?.answer;
      if (last !== undefined && last !== 'pas-joint')
        faults.push(`${shown(mail)}: ${reference} was marked ${last}`);
    }
    // The owed lines of one lead follow its reference.
    for (const part of mail.text.split(/^(?=Référence : )/m)) {
      const reference = /^Référence : (\w{8})/.exec(part)?.[1] ?? '';
      const answers = before(reference, mail.at).map(({ answer }) => answer);
      const settled = answers.some((one) => one !== 'pas-joint' && one !== 'audit-envoye');
      if (indexOf.has(reference) && settled && /^- Lui répondre/m.test(part))
        faults.push(`${shown(mail)}: ${reference} has its answer`);
      if (
        answers.some((one) => one === 'audit-envoye' || one === 'gagne' || one === 'perdu') &&
        /^- Lui envoyer son audit/m.test(part)
      )
        faults.push(`${shown(mail)}: ${reference} has its audit`);
    }
    if (mail.subject.startsWith('Votre semaine')) faults.push(...owedToThose(mail, { said, ids }));
    if (!/^(Rappel|L’appel avec|Votre appel du)/.test(mail.subject)) continue;
    const named = instantOf(new RegExp(DATE).exec(mail.subject) ?? []);
    for (const call of calls.filter(
      ({ name, email }) => mail.to.includes(email) || mail.subject.includes(name),
    )) {
      const cancelled = call.cancelledAt !== undefined && call.cancelledAt < mail.at - READ_AFTER_MS;
      if (cancelled && named === call.start && !mail.subject.endsWith('est annulé'))
        faults.push(`${shown(mail)}: it is cancelled`);
      if (call.before && call.before.movedAt < mail.at - READ_AFTER_MS && named === call.before.start)
        faults.push(`${shown(mail)}: it was moved`);
    }
  }
  return faults;
}

/** What the weekly mail says is owed to those who have it. */
function owedToThose(mail: Mail, { said, ids }: Pick<Facts, 'said' | 'ids'>): Faults {
  return [...ids].flatMap(([index, id]) => {
    const name = people[index]?.name ?? '';
    // Of two of one name the list does not say which.
    if (people.filter((one) => one.name === name).length > 1) return [];
    const answers = said.filter((one) => one.id === id && one.at < mail.at).map(({ answer }) => answer);
    const owed = (what: string) => mail.text.includes(`- ${name} · ${what}`);
    const closed = answers.some((one) => one === 'gagne' || one === 'perdu');
    const faults: string[] = [];
    if ((closed || answers.includes('repondu')) && owed('Lui répondre'))
      faults.push(`${shown(mail)}: ${name} has an answer`);
    if ((closed || answers.includes('audit-envoye')) && owed('Lui envoyer'))
      faults.push(`${shown(mail)}: ${name} has the audit`);
    return faults;
  });
}

/** The weekly mails count what was said, and nothing else. */
export function figuresThatAreWrong(mails: readonly Mail[], { said, erasedAt = 0, ...facts }: Facts): Faults {
  const gone = people[WHO.erased]?.email;
  return mails
    .filter(({ subject }) => subject.startsWith('Votre semaine'))
    .flatMap((mail) => {
      // Of who is erased, not even that they were there.
      const calls = facts.calls.filter(({ email }) => mail.at < erasedAt || email !== gone);
      const ids = new Map([...facts.ids].filter(([index]) => mail.at < erasedAt || index !== WHO.erased));
      const { from, to } = weekOf(office, mail.at - 86_400_000 * 4);
      const within = (time: number | undefined) => time !== undefined && time >= from && time < to;
      const outcomes = (outcome: 'held' | 'not-reached') =>
        calls.filter(
          ({ start, said: word }) => within(start) && word?.outcome === outcome && word.at < mail.at,
        ).length;
      const over = calls.filter(
        ({ start, cancelledAt }) => within(start) && cancelledAt === undefined,
      ).length;
      const first = [...ids.values()].map(
        (id) => said.find((one) => one.id === id && one.answer === 'repondu')?.at,
      );
      const arrived = [...ids.keys()].filter((index) => within(people[index]?.came)).length;
      const expected = {
        'Contacts arrivés': arrived,
        'Réponses notées cette semaine': first.filter(within).length,
        'Appels réservés': calls.filter(({ booked }) => within(booked)).length,
        'Appels tenus': outcomes('held'),
        'Appels manqués (« Pas joint »)': outcomes('not-reached'),
        'Appels sans nouvelle': over - outcomes('held') - outcomes('not-reached'),
        'Appels annulés': calls.filter(({ cancelledAt }) => within(cancelledAt)).length,
      };
      return Object.entries(expected).flatMap(([label, count]) => {
        const line = mail.text.split('\n').find((one) => one.startsWith(`${label} : `));
        const told = Number(line?.slice(label.length + 3) ?? 0);
        return told === count ? [] : [`${shown(mail)}: ${label} : ${told}, and ${count} were`];
      });
    });
}

/** Whoever asked for erasure is written to no more, but of the call that it cancelled; once erased, nobody reads of them. */
export function toldOfTheErased(mails: readonly Mail[], { erasureAskedAt = 0, erasedAt = 0 }: Facts): Faults {
  const { email = '', name = '' } = people[WHO.erased] ?? {};
  return mails.flatMap((mail) => {
    const written =
      mail.to.includes(email) && mail.at > erasureAskedAt && !mail.subject.endsWith('est annulé');
    const told = mail.at > erasedAt && (mail.text.includes(email) || mail.text.includes(name));
    return written || told ? [shown(mail)] : [];
  });
}
