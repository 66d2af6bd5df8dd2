import { noteRelease } from '#server/store/conditions.ts';
import { UsageError } from '../common/errors.ts';
import type { Command } from './command.ts';
import { findAll, missingLine } from './find.ts';
import { counted } from './print/words.ts';
import { whatFollows } from './retry.ts';

export const release: Command = {
  usage: 'release <référence ou e-mail…> | --held',
  summary: 'laisse partir des contacts retenus, derrière ceux qui ne l’ont jamais été',
  // --all is the older name of --held and still works.
  options: { held: { type: 'boolean' }, all: { type: 'boolean' } },
  check({ values, references }) {
    if (references.length > 0 === (values.held === true || values.all === true))
      throw new UsageError('release attend des références, ou --held pour tous les contacts retenus.');
  },
  async run({ config, store, values, references, now }) {
    const { leads, missing } = await findAll(store.reader, references);
    await noteRelease(store.db, now());
    const released =
      values.held || values.all
        ? await store.writer.releaseAll()
        : await store.writer.release(leads.map(({ id }) => id));
    const notHeld = leads.map(({ id }) => id).filter((id) => !released.includes(id));
    const code = missing.length > 0 ? 1 : 0;
    const lines = [`${counted(released.length, 'contact libéré', 'contacts libérés')}.`];
    if (notHeld.length > 0)
      lines.push(
        `${counted(notHeld.length, 'contact n’était pas retenu', 'contacts n’étaient pas retenus')}\u202f: rien n’a changé pour eux.`,
      );
    if (missing.length > 0) lines.push(missingLine(missing));
    if (released.length > 0) lines.push(await whatFollows({ config, store }));
    if (released.length > 1) lines.push('Ils passent derrière les contacts qui n’ont jamais été retenus.');
    return { json: { released, notHeld, missing }, lines, code };
  },
};
