import { LEAD_LIMITS } from '#domain/lead.ts';
import { browserStorage, readJson, writeJson } from './browser-storage.ts';
import { nextStep } from './next-step.ts';
import { goTo } from './page-fade.ts';
import { currentSession } from './session.ts';

/**
 * Does what `submitForm` does when its code could not be loaded (the network went away after the page came): the lead
 * is written down in this browser and the visitor goes on; the next page load gives it its uuid and sends it. Only
 * where nothing can be written down, the browser posts the form itself.
 */
export function standIn(form: HTMLFormElement): { readonly kind: 'kept' } {
  const data = new FormData(form);
  const name = String(data.get('name')).trim();
  const email = String(data.get('email')).trim();
  if (writeDown(name, email)) goTo(nextStep(name, email));
  else form.submit();
  return { kind: 'kept' };
}

function writeDown(name: string, email: string): boolean {
  const store = browserStorage();
  const kept = readJson(store, 'pending_leads');
  const now = new Date();
  const entry = {
    id: `pending_${now.getTime()}`,
    timestamp: now.toISOString(),
    name,
    email,
    userId: currentSession().id,
    url: (location.href.split('#', 1)[0] ?? '').slice(0, LEAD_LIMITS.url.max),
    status: 'Cold',
  };
  return writeJson(store, 'pending_leads', [...(Array.isArray(kept) ? kept : []), entry]);
}
