/** The W3C name under which an element travels. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** One session of a W3C WebDriver, as far as these tests need it (https://www.w3.org/TR/webdriver2/). */
export interface Session {
  get(command: string): Promise<unknown>;
  post(command: string, body?: object): Promise<unknown>;
  /** Address of the first element that `css` finds, e.g. `element/…`, to put a command behind. */
  find(css: string): Promise<string>;
  end(): Promise<void>;
}

/** @param driverUrl where the driver listens, without a trailing slash */
export async function openSession(driverUrl: string, capabilities: object): Promise<Session> {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(driverUrl + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebDriver, ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const opened = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const base = `/session/${(opened as { sessionId: string }).sessionId}`;
  const post = (command: string, body: object = {}) => call('POST', `${base}/${command}`, body);
  return {
    get: (command) => call('GET', `${base}/${command}`),
    post,
    async find(css) {
      const found = await post('element', { using: 'css selector', value: css });
      return `element/${(found as Record<string, string>)[ELEMENT]}`;
    },
    end: async () => void (await call('DELETE', base)),
  };
}
