import type { Compilable, CompiledQuery } from 'kysely';

/** Stands in a statement for a value that is given later. */
class Open {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * A statement that is compiled now and filled in at each call. With the two that store a lead compiled anew each
 * time, a busy server took half as many (`npm run bench:server`).
 * @param make is given an object of which any field may be used as a value, and nothing else be asked
 */
export function compiledOnce<V extends object>(make: (open: V) => Compilable): (values: V) => CompiledQuery {
  const open = new Proxy({} as V, { get: (_target, name) => new Open(name) });
  const { parameters, ...statement } = make(open).compile();
  return (values) => ({
    ...statement,
    parameters: parameters.map((one) => (one instanceof Open ? Reflect.get(values, one.name) : one)),
  });
}
