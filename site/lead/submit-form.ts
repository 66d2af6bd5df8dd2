import { HIDDEN_FIELDS, type HiddenFields } from '#domain/hidden-fields.ts';
import { goTo } from '../browser/page-fade.ts';
import { forgetLastLead, rememberLead } from './last-lead.ts';
import { dropNextStep, nextStep } from './next-step.ts';
import { browserDeps } from './pending-list.ts';
import { type Outcome, sendLead } from './send-lead.ts';
import { currentSession } from './session.ts';

/** Sends what a lead form holds and, unless there is something to say, moves on to the next step. */
export async function submitForm(form: HTMLFormElement): Promise<Outcome> {
  const data = new FormData(form);
  const name = String(data.get('name') ?? '');
  const email = String(data.get('email') ?? '');
  const values = { name, email, userId: currentSession().id, url: location.href };
  const outcome = await sendLead(browserDeps(), values, hiddenFieldsOf(data), rememberLead);
  if (outcome.kind === 'kept') await dropNextStep();
  if (outcome.kind === 'sent' || outcome.kind === 'kept') goTo(nextStep(name, email));
  else forgetLastLead();
  return outcome;
}

function hiddenFieldsOf(data: FormData): HiddenFields {
  const filled = Object.values(HIDDEN_FIELDS).filter((name) => data.get(name));
  return Object.fromEntries(filled.map((name) => [name, String(data.get(name))]));
}
