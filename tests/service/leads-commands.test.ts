import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../cli/leads/print.ts';
import { dayToCome } from '../support/day-to-come.ts';
import { ask, ENGINES, exportIn, json } from './seeded-commands.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe.each(ENGINES)('on %s', (_name, fresh) => {
  test('list: newest first, within 100 columns, states in words, and what to do about those that do not go out', async () => {
    const seeded = await fresh();
    const { code, stdout } = await ask(seeded, ['list']);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    const states = lines.flatMap(
      (line) => /(livré|en attente|refusé par Airtable|retenu)$/.exec(line)?.[0] ?? [],
    );
    expect(states).toEqual(['en attente', 'livré', 'refusé par Airtable', 'retenu']);
    for (const line of lines.slice(0, 5)) expect(widthOf(line)).toBeLessThanOrEqual(100);
    expect(lines[lines.findIndex((line) => line.endsWith('refusé par Airtable')) + 1]).toMatch(
      /└ .*422|└ .*no field/,
    );
    expect(stdout).toContain('4 contacts\u202f: 1 livré, 1 en attente, 1 refusé par Airtable, 1 retenu.');
    expect(stdout).toContain('quelle que soit la stratégie');
    expect(stdout).toContain('./oui retry --refused');
    for (const character of '\u001b\u202e') expect(stdout).not.toContain(character);

    const { answer } = await json(seeded, 'list', '--limit', '2');
    expect(answer.leads.map(({ id }: { id: string }) => id)).toEqual([
      seeded.waiting.id,
      seeded.delivered.id,
    ]);
    expect(answer.counts).toEqual({ delivered: 1, waiting: 1, refused: 1, held: 1 });
    for (const [option, lead] of [
      [['--held'], seeded.held],
      [['--state', 'refuse'], seeded.refused],
      [['--state', 'livré'], seeded.delivered],
      [['--state', 'en attente'], seeded.waiting],
    ] as const) {
      const { answer: part } = await json(seeded, 'list', ...option);
      expect(part.leads).toEqual([expect.objectContaining({ ...lead })]);
    }
  });

  test('after-restore: what is not delivered may be there all the same; the rest stays as it is, twice as well', async () => {
    const seeded = await fresh();
    const before = await seeded.row(seeded.delivered.id);
    for (let time = 0; time < 2; time += 1) {
      const { code, answer } = await json(seeded, 'after-restore');
      expect({ code, answer }).toEqual({
        code: 0,
        answer: {
          marked: 3,
          lookUntil: expect.any(String),
          erasedAgain: { leads: 0, bookings: 0, records: 0 },
        },
      });
    }
    for (const lead of [seeded.waiting, seeded.refused, seeded.held])
      expect(await seeded.row(lead.id)).toMatchObject({ state: 'waiting', unknown_outcome: 1 });
    expect(await seeded.row(seeded.held.id)).toMatchObject({ held_because: expect.any(String) });
    expect(await seeded.row(seeded.delivered.id)).toEqual(before);
    const { stdout } = await ask(seeded, ['after-restore']);
    expect(stdout).toContain(
      '3 contacts non livrés seront cherchés dans Airtable avant d’y être créés\u202f;',
    );
    await seeded.use((db) => db.updateTable('outbox').set({ state: 'delivered' }).execute());
    expect((await ask(seeded, ['after-restore'])).stdout).toMatch(/^Aucun contact ne reste à livrer/);
  });

  test('show: by reference and by e-mail, with the provider’s words, and nothing that steers a terminal', async () => {
    const seeded = await fresh();
    const refused = await ask(seeded, ['show', seeded.refused.id.slice(0, 8)]);
    expect(refused.stdout).toContain('Refus, stratégie 2');
    expect(refused.stdout).toContain('422 UNKNOWN_FIELD_NAME\u202f: no field ‹U+001B›[31m');
    const held = await ask(seeded, ['show', seeded.held.email.toUpperCase()]);
    expect(held.stdout).toContain('Retenu parce que    le champ piège était rempli');
    expect(held.stdout).toContain('Ev‹U+202E›il');
    const delivered = await ask(seeded, ['show', seeded.delivered.id]);
    expect(delivered.stdout).toContain('recDelivered');
    const { code, answer } = await json(seeded, 'show', 'nobody@example.ch');
    expect({ code, answer }).toEqual({ code: 1, answer: { leads: [], bookings: [] } });
  });

  test('export: a file for Excel that no formula gets into, and JSON that says exactly what is stored', async () => {
    const seeded = await fresh();
    expect((await ask(seeded, ['export'])).stdout).toContain('4 contacts écrits dans ');
    const csv = exportIn(seeded);
    expect(csv.startsWith('\ufeff"Reçu le";"Nom";"E-mail"')).toBe(true);
    expect(csv).toContain(`"'=cmd|'/c calc'!A1"`);
    expect(csv).toContain('Evil');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(5);

    const out = join(temporaryFolder(), 'contacts.csv');
    expect((await ask(seeded, ['export', '--out', out, '--held'])).code).toBe(0);
    expect(readFileSync(out, 'utf8').split('\r\n')).toHaveLength(3);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const again = await ask(seeded, ['export', '--out', out]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('existe déjà') });

    const { answer } = await json(seeded, 'export');
    const leads = [seeded.waiting, seeded.delivered, seeded.refused, seeded.held];
    expect(answer).toEqual(leads.map((lead) => expect.objectContaining({ ...lead })));
  });

  test('a record that is gone is listed, and made anew or left by the owner’s word alone', async () => {
    const seeded = await fresh();
    const { delivered, waiting } = seeded;
    const found = (record_state: 'gone' | 'present') =>
      seeded.use((db) =>
        db
          .updateTable('outbox')
          .set({ record_state, record_read_at: Date.parse('2026-11-24T03:12:00Z') })
          .where('lead_id', '=', delivered.id)
          .execute(),
      );
    await found('present');
    expect((await ask(seeded, ['show', delivered.id])).stdout).toMatch(
      /Fiche relue le +24\.11\.2026 à 4h12\s: présente/,
    );
    expect((await json(seeded, 'list', '--gone')).answer.leads).toEqual([]);
    expect((await json(seeded, 'retry', '--gone', delivered.id)).answer).toMatchObject({
      due: [],
      notGone: [delivered.id],
    });
    await found('gone');
    expect((await ask(seeded, ['list', '--gone'])).stdout).toMatch(/fiche introuvable[\s\S]*retry --gone/);
    for (const wrong of [['--gone'], ['--gone', '--all', delivered.id], ['--leave', delivered.id]])
      expect((await ask(seeded, ['retry', ...wrong])).code).toBe(2);
    expect((await json(seeded, 'retry', delivered.id)).answer).toMatchObject({ due: [] });
    expect((await json(seeded, 'retry', '--gone', '--leave', '--all')).answer).toMatchObject({
      left: [delivered.id],
    });
    expect((await json(seeded, 'list', '--gone')).answer.leads).toEqual([]);
    const said = await json(seeded, 'retry', '--gone', delivered.email, waiting.id);
    expect(said.answer).toMatchObject({ due: [delivered.id], notGone: [waiting.id], missing: [] });
    expect(await seeded.row(delivered.id)).toMatchObject({
      ...{ state: 'waiting', remote_id: null, unknown_outcome: 1, record_state: null },
    });
    expect((await ask(seeded, ['show', delivered.id])).stdout).toContain('vous l’avez fait créer à nouveau');
  });

  test('retry: what waits is due now; what is delivered or held back is left alone', async () => {
    const seeded = await fresh();
    const due = async (id: string) => (await seeded.row(id))?.due_at;
    const { refused, waiting, held, delivered } = seeded;
    const heldSince = await due(held.id);
    expect((await json(seeded, 'retry', '--refused')).answer).toMatchObject({ due: [refused.id] });
    expect(await due(refused.id)).toBeLessThanOrEqual(Date.now());
    expect(await due(waiting.id)).toBeGreaterThan(Date.now());
    const { code, answer } = await json(seeded, 'retry', waiting.id, held.email, delivered.id, 'nobody@x');
    expect(code).toBe(1);
    expect(answer).toEqual({
      due: [waiting.id],
      statuses: [],
      held: [held.id],
      delivered: [delivered.id],
      missing: ['nobody@x'],
    });
    expect(await due(waiting.id)).toBeLessThanOrEqual(Date.now());
    expect(await due(held.id)).toBe(heldSince);
    expect((await json(seeded, 'retry', 'nobody@x')).answer).toMatchObject({
      due: [],
      missing: ['nobody@x'],
    });
    expect((await json(seeded, 'retry', '--all')).answer.due.sort()).toEqual([refused.id, waiting.id].sort());
    const status = { id: 's', kind: 'provider-status', channel: 'provider', recipient: 'provider' } as const;
    const later = { due_at: Date.now() + 3_600_000, created_at: 5, lead_id: delivered.id } as const;
    await seeded.use((db) =>
      db
        .insertInto('messages')
        .values({ ...status, ...later })
        .execute(),
    );
    for (const which of [[delivered.id], ['--refused'], ['--all']]) {
      expect((await json(seeded, 'retry', ...which)).answer).toMatchObject({ statuses: [delivered.id] });
      expect((await ask(seeded, ['retry', ...which])).stdout).toContain('1 fiche à mettre à jour');
    }
  });

  test('list --held says under each why it is held', async () => {
    const seeded = await fresh();
    const { stdout } = await ask(seeded, ['list', '--held']);
    const [, row, because] = stdout.split('\n');
    expect(row).toContain('retenu');
    expect(because).toBe('          └ le champ piège était rempli');
    expect((await ask(seeded, ['list', '--state', 'livré'])).stdout).not.toContain('└');
  });

  test('hold: what is not delivered and came since then waits until it is released', async () => {
    const seeded = await fresh();
    const { waiting, refused, held, delivered } = seeded;
    expect(await ask(seeded, ['hold', '--since', dayToCome()])).toMatchObject({ code: 0, stderr: '' });
    const { code, answer } = await json(seeded, 'hold', '--since', '2026-01-01T14:05');
    expect(code).toBe(0);
    expect(answer.held.toSorted()).toEqual([waiting.id, refused.id].toSorted());
    expect(await seeded.row(waiting.id)).toMatchObject({ held_because: 'Retenu par l’exploitant.' });
    expect(await seeded.row(held.id)).toMatchObject({ held_because: 'le champ piège était rempli' });
    expect(await seeded.row(delivered.id)).toMatchObject({ state: 'delivered', held_because: null });
    expect((await json(seeded, 'release', '--held')).answer.released).toHaveLength(3);
  });

  test('erase --held takes what was received since then, and leaves what came before', async () => {
    const seeded = await fresh();
    expect((await json(seeded, 'erase', '--held', '--since', dayToCome(), '--yes')).answer.erased).toEqual(
      [],
    );
    expect((await json(seeded, 'erase', '--held', '--since', '2026-01-01', '--yes')).answer.erased).toEqual([
      seeded.held.id,
    ]);
  });

  test('erase --held names those that may have been sent before they were held', async () => {
    const seeded = await fresh();
    await seeded.use((db) =>
      db
        .updateTable('leads')
        .set({ email: 'partie@example.ch' })
        .where('id', '=', seeded.refused.id)
        .execute(),
    );
    await ask(seeded, ['hold', '--since', '2026-01-01']);
    const { stdout } = await ask(seeded, ['erase', '--held', '--since', '2026-01-01', '--yes']);
    expect(stdout).toContain('3 contacts retenus effacés');
    expect(stdout).toMatch(/Airtable.*supprime les fiches de partie@example\.ch, .*corbeille/);
    expect(stdout).not.toContain('aucun n’avait été envoyé');
  });

  test('nothing to do is no failure; a reference that names nobody is one', async () => {
    const seeded = await fresh();
    const { waiting, delivered, held } = seeded;
    const codeOf = async (...args: string[]) => (await ask(seeded, args)).code;
    const alsoInJson = async (...args: string[]) => [await codeOf(...args), await codeOf(...args, '--json')];
    expect(await codeOf('erase', held.id, '--yes')).toBe(0);
    for (const args of [
      ['list', '--held'],
      ['export', '--held'],
      ['retry', delivered.id],
      ['release', waiting.id],
      ['release', '--held'],
      ['hold', '--since', dayToCome()],
      ['erase', '--held', '--before', '2026-11-01', '--yes'],
      ['resume'],
      ['pause'],
      ['pause'],
      ['retry', '--refused'],
      ['retry', '--refused'],
    ])
      expect([args, await alsoInJson(...args)]).toEqual([args, [0, 0]]);
    for (const args of [
      ['show', held.id],
      ['show', 'Personne'],
      ['retry', held.id],
      ['release', held.id, waiting.id],
      ['erase', held.id, '--yes'],
    ])
      expect([args, await alsoInJson(...args)]).toEqual([args, [1, 1]]);
  });

  test('a person is shown by name; namesakes are listed to choose from', async () => {
    const seeded = await fresh();
    const { held, delivered } = seeded;
    const found = await json(seeded, 'show', "|'/C CALC");
    expect(found.answer.leads.map(({ id }: { id: string }) => id)).toEqual([delivered.id]);
    const many = await ask(seeded, ['show', 'e']);
    expect(many).toMatchObject({ code: 1, stdout: '' });
    expect(many.stderr).toContain(held.email);
    expect((await ask(seeded, ['show', '%'])).code).toBe(1);
  });

  test('release: what is held goes out, at once', async () => {
    const seeded = await fresh();
    const { held, waiting } = seeded;
    expect((await json(seeded, 'release', waiting.id, held.id)).answer).toEqual({
      released: [held.id],
      notHeld: [waiting.id],
      missing: [],
    });
    expect(await seeded.row(held.id)).toMatchObject({ held_because: null, state: 'waiting' });
    expect((await seeded.row(held.id))?.due_at).toBeLessThanOrEqual(Date.now());
    expect((await json(seeded, 'release', '--all')).answer.released).toEqual([]);
  });

  test('funnel: what was accepted by day and week, where it stands, and how long delivery took', async () => {
    const seeded = await fresh();
    const { answer } = await json(seeded, 'funnel');
    expect(answer.counts).toEqual({ delivered: 1, waiting: 1, refused: 1, held: 1 });
    const steps = { visit: 0, form: 0, lead: 3, booked: 0, held: 0, won: 0 };
    const kinds = ['counted', 'counted', 'known', 'known', 'known', 'known'];
    expect(answer.steps).toEqual(
      Object.entries(steps).map(([step, count], nth) => ({ step, count, kind: kinds[nth] })),
    );
    expect([answer.pages, answer.sources].map((all) => all[0].steps)).toEqual([answer.steps, answer.steps]);
    expect(answer.medianDeliveryMs).toBe(4_000);
    const sum = (periods: Record<string, number>[]) =>
      periods.reduce(
        (all, { delivered = 0, waiting = 0, refused = 0, held = 0 }) =>
          all + delivered + waiting + refused + held,
        0,
      );
    expect([sum(answer.days), sum(answer.weeks)]).toEqual([4, 4]);
    expect(answer.days).toHaveLength(14);
    expect((await ask(seeded, ['funnel'])).stdout).toContain(
      'Délai médian de la réception à la livraison\u202f: 4 s',
    );
  });
});
