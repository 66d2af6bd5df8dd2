/** A signal that ends what takes longer than `ms` (`AbortSignal.timeout` is younger than the oldest browsers served). */
export function withTimeLimit(ms: number): AbortSignal {
  const ending = new AbortController();
  setTimeout(() => ending.abort(), ms);
  return ending.signal;
}

/**
 * Whether the page at `href` is there: no network, a proxy's error or no answer within `ms` count as no. A filter that
 * blocks what scripts send lets pages pass.
 */
export async function isThere(href: string, ms: number): Promise<boolean> {
  // Not within: what throws of ours is no answer.
  const signal = withTimeLimit(ms);
  try {
    return (await fetch(href, { method: 'HEAD', signal })).ok;
  } catch {
    return false;
  }
}

/** Posts `form` as without a script, with `more` beside what it holds. */
export function postPlain(form: HTMLFormElement, more: Readonly<Record<string, string>>): void {
  const add = ({ formData }: FormDataEvent) => {
    for (const [name, value] of Object.entries(more)) formData.set(name, value);
  };
  form.addEventListener('formdata', add, { once: true });
  form.submit();
}

/** Calls `listener` when the browser's network goes or comes back, until what it returns is called. */
export function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
