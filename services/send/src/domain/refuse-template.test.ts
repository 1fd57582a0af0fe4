import { expect, test } from 'vitest';
import { findMissingCheck, refuseTemplate, type TemplateRecipient } from './refuse-template.ts';

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

const HIDDEN_ID = 'US.13491208655302741918';
const OPTED_OUT = { externalId: '1', ...OUT };

test.each([
  ['to a person with a number', false, '+4917700', undefined, null],
  ['to a person who opted out', true, '+4917700', undefined, OPTED_OUT],
  ['to a hidden number', false, HIDDEN_ID, undefined, { externalId: '1', ...HIDDEN }],
  ['that passed the check', true, '+4917700', OPTED_OUT, null],
  ['that passed the check of another account', true, '+4917700', { ...OPTED_OUT, externalId: '2' }, OPTED_OUT],
  [
    'that passed the check before the person opted out',
    true,
    HIDDEN_ID,
    { externalId: '1', ...HIDDEN },
    { externalId: '1', isOptedOut: true, isNumberHidden: true },
  ],
])('a template %s needs this check', (_, isOptedOut, peer, passed, check) => {
  expect(findMissingCheck({ externalId: '1' }, { isOptedOut, peer }, passed)).toEqual(check);
});
