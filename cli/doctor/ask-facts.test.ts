import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { factsFrom } from '#content/facts/fact.ts';
import { readFactFiles } from '#content/facts/given-facts.ts';
import { decimalNumber, listOf, phone, text } from '#content/facts/kinds.ts';
import { askFacts } from './ask-facts.ts';

/** A site that asks for four facts, from what `folder` holds. */
function siteOf(folder: string) {
  const site = factsFrom(readFactFiles(folder));
  const values = {
    hours: site.decided('house.notice', 4, 'le délai', decimalNumber(1, 9)),
    name: site.placeholder('house.agency.name', 'Exemple SA', 'le nom'),
    phone: site.placeholder('house.agency.phone', '+41 25 555 01 48', 'le téléphone', phone),
    people: site.decided<readonly string[]>('house.people', [], 'qui', listOf(text)),
  };
  return { ...site, values };
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function answer(folder: string, answers: string[]) {
  const said: string[] = [];
  const count = await askFacts(siteOf(folder).facts(), folder, {
    say: (line) => said.push(line),
    async ask(question) {
      said.push(question);
      return answers.shift();
    },
  });
  return { count, said: said.join('\n') };
}

it('made-up facts are asked for first, until an answer is valid, and written where the site reads them', async () => {
  const folder = aFolder();
  const { count, said } = await answer(folder, ['Atelier: Anne & fils', '021', '+41 21 555 01 48', '6']);
  expect(count).toBe(3);
  expect(said).toMatch(/Il faut un numéro/);
  expect(said.indexOf('le délai')).toBeGreaterThan(said.indexOf('le téléphone'));
  const { values, faults, facts } = siteOf(folder);
  expect(values).toMatchObject({ name: 'Atelier: Anne & fils', phone: '+41 21 555 01 48', hours: 6 });
  expect(faults()).toEqual([]);
  expect(facts().filter(({ given }) => !given)).toMatchObject([{ path: 'house.people' }]);
});

it('existing facts and comments stay in their files; unanswered facts stay open', async () => {
  const folder = aFolder();
  writeFileSync(
    join(folder, 'house.yaml'),
    '# De la main de l’exploitante\nagency:\n  name: Atelier # le vrai\n',
  );
  const { count } = await answer(folder, ['', '7']);
  expect(count).toBe(1);
  const file = readFileSync(join(folder, 'house.yaml'), 'utf8');
  expect(file).toContain('# De la main de l’exploitante');
  expect(file).toContain('name: Atelier # le vrai');
  expect(siteOf(folder).values).toMatchObject({ name: 'Atelier', phone: '+41 25 555 01 48', hours: 7 });
});

it('answers given before the end of the input are kept', async () => {
  const folder = aFolder();
  expect((await answer(folder, ['Atelier'])).count).toBe(1);
  expect(siteOf(folder).values.name).toBe('Atelier');
});
