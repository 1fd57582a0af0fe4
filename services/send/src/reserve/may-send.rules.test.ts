import { expect, test } from 'vitest';
import { findMissingCheck, refuseTemplate, type TemplateRecipient } from './may-send.rules.ts';

const NOW = new Date('2026-11-26T09:00:00.000Z');
const LATER = new Date('2026-11-27T09:00:00.000Z');
const NEITHER: TemplateRecipient = { isOptedOut: false, isNumberHidden: false, heldUntil: null };
const OUT: TemplateRecipient = { ...NEITHER, isOptedOut: true };
const HIDDEN: TemplateRecipient = { ...NEITHER, isNumberHidden: true };
const HELD: TemplateRecipient = { ...NEITHER, heldUntil: LATER };

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
  ['MARKETING', { ...OUT, isNumberHidden: true }, 'opted_out'],
  ['MARKETING', HELD, 'marketing_limited'],
  ['UTILITY', HELD, null],
  [null, HELD, null],
  ['MARKETING', { ...OUT, heldUntil: LATER }, 'opted_out'],
])('a template of category %s to %j is refused with %s', (category, recipient, code) => {
  expect(codeOf(category, recipient)).toBe(code);
});

test('the refusal of a limit says until when', () => {
  expect(() => refuseTemplate('MARKETING', HELD)).toThrow(/until 2026-11-27T09:00:00.000Z/);
});

const HIDDEN_ID = 'US.13491208655302741918';
const PERSON = { isOptedOut: false, peer: '+4917700', marketingHeldUntil: null };
const GONE = { ...PERSON, isOptedOut: true };
const OPTED_OUT = { externalId: '1', ...OUT };

test.each([
  ['to a person with a number', PERSON, undefined, null],
  ['to a person who opted out', GONE, undefined, OPTED_OUT],
  ['to a hidden number', { ...PERSON, peer: HIDDEN_ID }, undefined, { externalId: '1', ...HIDDEN }],
  [
    'to a person whose limit is reached',
    { ...PERSON, marketingHeldUntil: LATER },
    undefined,
    { externalId: '1', ...HELD },
  ],
  ['to a person whose limit has ended', { ...PERSON, marketingHeldUntil: NOW }, undefined, null],
  ['that passed the check', GONE, OPTED_OUT, null],
  ['that passed the check with a limit', { ...PERSON, marketingHeldUntil: LATER }, { externalId: '1', ...HELD }, null],
  ['that passed the check of another account', GONE, { ...OPTED_OUT, externalId: '2' }, OPTED_OUT],
  [
    'that passed the check before the person opted out',
    { ...GONE, peer: HIDDEN_ID },
    { externalId: '1', ...HIDDEN },
    { ...OPTED_OUT, isNumberHidden: true },
  ],
  [
    'that passed the check before the limit was reached',
    { ...GONE, marketingHeldUntil: LATER },
    OPTED_OUT,
    { ...OPTED_OUT, heldUntil: LATER },
  ],
])('a template %s needs this check', (_, recipient, passed, check) => {
  expect(findMissingCheck({ externalId: '1' }, recipient, NOW, passed)).toEqual(check);
});
