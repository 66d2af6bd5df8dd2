import { request as plainRequest } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { NAME } from './proxy.ts';

/** What a visitor has to know of a proxy. */
export interface Door {
  /** Its address; this machine's own unless given. */
  readonly host?: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** What a client has to trust. */
  readonly ca: string;
}

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The site's name unless given. */
  readonly host?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Somebody who comes from `from`, an address of this machine, to a site behind a proxy. */
export function visitor(proxy: Door, from: string) {
  const address = (port: number) => ({ host: proxy.host ?? '127.0.0.1', port, localAddress: from });
  return {
    https({ host = NAME, ...ask }: Ask): Promise<Answer> {
      const agent = new Agent({ keepAlive: false, ca: proxy.ca, servername: host });
      return sent(ask, (options) =>
        request({ ...address(proxy.httpsPort), ...options, agent, headers: { host, ...options.headers } }),
      );
    },
    http({ host = NAME, ...ask }: Ask): Promise<Answer> {
      return sent(ask, (options) =>
        plainRequest({ ...address(proxy.httpPort), ...options, headers: { host, ...options.headers } }),
      );
    },
    async http2({ path, method = 'GET', headers = {}, body = '' }: Ask): Promise<Answer> {
      const session = connectHttp2(`https://${NAME}`, {
        createConnection: () =>
          connectTls({ ...address(proxy.httpsPort), servername: NAME, ca: proxy.ca, ALPNProtocols: ['h2'] }),
      });
      try {
        const stream = session.request(
          { ':method': method, ':path': path, ...headers },
          { endStream: body === '' },
        );
        const answered = new Promise<Answer['headers']>((resolve, reject) => {
          stream.once('response', (given) => resolve({ ...given } as Answer['headers']));
          for (const source of [stream, session]) source.once('error', reject);
        });
        if (body !== '') stream.end(body);
        const given = await answered;
        return { status: Number(given[':status']), headers: given, body: await text(stream) };
      } finally {
        session.close();
      }
    },
  };
}

type Options = { method: string; path: string; headers: Record<string, string> };

function sent(
  { path, method = 'GET', headers = {}, body = '' }: Ask,
  open: (options: Options) => ReturnType<typeof request>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = open({ path, method, headers: { ...length, ...headers } });
    asked.once('error', reject);
    asked.once('response', (response) => {
      text(response).then(
        (given) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: given }),
        reject,
      );
    });
    asked.end(body);
  });
}
