import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { heading, paragraph } from './html.ts';
import type { OwnPage } from './template.ts';

const words = rendezVous.missing;

/** Behind an address that names no call: what may have happened, and what to do. */
export function missingCallPage(): OwnPage {
  const todo = words.todo.map((line) => `<li>${line}</li>`).join('');
  return {
    title: words.title,
    main: `${heading(words.title)}
${paragraph(words.text)}
<ol class="todo">${todo}</ol>
<p><a class="action" href="/rendez-vous">${words.book}</a></p>
<p><a href="mailto:${agency.email}">${agency.email}</a></p>`,
  };
}
