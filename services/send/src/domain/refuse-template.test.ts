import { expect, test } from 'vitest';
import { refuseTemplate, type TemplateRecipient } from './refuse-template.ts';

const OUT: TemplateRecipient = { isOptedOut: true, isNumberHidden: false };
const HIDDEN: TemplateRecipient = { isOptedOut: false, isNumberHidden: true };

function codeOf(category: string | null, recipient: TemplateRecipient): string | null {
  try {
    refuseTemplate(category, recipient);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each<[string | null, TemplateRecipient, string | null]>([
  ['MARKETING', OUT, 'opted_out'],
  [null, OUT, 'opted_out'],
  ['UTILITY', OUT, null],
  ['AUTHENTICATION', OUT, null],
  ['MARKETING', HIDDEN, null],
  ['AUTHENTICATION', HIDDEN, 'invalid_to'],
  [null, HIDDEN, null],
  ['MARKETING', { isOptedOut: true, isNumberHidden: true }, 'opted_out'],
])('a template of category %s to %j is refused with %s', (category, recipient, code) => {
  expect(codeOf(category, recipient)).toBe(code);
});
