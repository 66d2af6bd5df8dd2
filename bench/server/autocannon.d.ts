// The part of autocannon that is used; the package brings no types (https://github.com/mcollina/autocannon#api).
declare module 'autocannon' {
  interface Request {
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly setupRequest?: (request: Request) => Request;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** In seconds. */
    readonly duration: number;
    readonly requests: readonly Request[];
  }
  interface Result {
    readonly requests: { readonly total: number };
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
