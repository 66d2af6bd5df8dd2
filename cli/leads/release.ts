import type { Command } from './command.ts';
import { findAll, missingLine } from './find.ts';
import { counted } from './print/words.ts';
import { UsageError } from './refusals.ts';
import { whatFollows } from './retry.ts';

export const release: Command = {
  usage: 'release <référence ou e-mail…> | --all',
  summary: 'laisse partir des contacts retenus',
  options: { all: { type: 'boolean' } },
  check({ values, references }) {
    if (references.length > 0 === (values.all === true))
      throw new UsageError('release attend des références, ou --all.');
  },
  async run({ config, store, output, json, values, references }) {
    const { leads, missing } = await findAll(store.reader, references);
    const released = await store.writer.release(values.all ? 'all' : leads.map(({ id }) => id));
    const notHeld = leads.map(({ id }) => id).filter((id) => !released.includes(id));
    if (json) {
      output.json({ released, notHeld, missing });
      return missing.length > 0 ? 1 : 0;
    }
    output.line(`${counted(released.length, 'contact libéré', 'contacts libérés')}.`);
    if (notHeld.length > 0)
      output.line(
        `${counted(notHeld.length, 'contact n’était pas retenu', 'contacts n’étaient pas retenus')}\u202f: rien n’a changé pour eux.`,
      );
    if (missing.length > 0) output.line(missingLine(missing));
    if (released.length > 0) output.line(whatFollows({ config }));
    return missing.length > 0 ? 1 : 0;
  },
};
