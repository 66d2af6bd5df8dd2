import { HtmlValidate } from 'html-validate/node';
import { describe, expect, it } from 'vitest';
import { builtRoutes, htmlOf } from './support/site.ts';

/** The recommended rules and those for whole documents, but for what follows. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],

  rules: {
    // A matter of style: HTML treats both ways alike, and React writes one of them.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-self-closing': 'off',
    'void-style': 'off',
    // A matter of typography, which the style sheets settle.
    'tel-non-breaking': 'off',
    // Titles for search engines are judged with the other pages' in head.test.ts.
    'long-title': 'off',
    // Our scripts and styles come from our own origin; hashes in the policy cover what is inline.
    'require-sri': 'off',
    // Refused for the content security policy's sake, which forbids them.
    'no-inline-style': 'error',
  },
});

describe.each(builtRoutes())('%s', (route) => {
  it('is valid HTML', async () => {
    const { results } = await validator.validateString(htmlOf(route));
    const found = results.flatMap(({ messages }) => messages);
    expect(found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`)).toEqual([]);
  });
});
