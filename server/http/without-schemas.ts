/**
 * Fastify's `schemaController`: none. Routes read their input by the rules of `domain/`, so the compilers of JSON schemas,
 * a hundred files, need not be loaded at each start.
 * @throws Error at the start, when a route declares a schema all the same
 */
export const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };

function refuse(): never {
  throw new Error('A route declares a JSON schema, and this server compiles none.');
}
