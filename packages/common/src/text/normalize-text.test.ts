import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { normalizeText } from './normalize-text.ts';

const HALF_A_MEGABYTE = 500_000;

test('marks beyond the twentieth of a letter are left out, whole', () => {
  expect(normalizeText(`e${'\u0301'.repeat(30)}x`, 'NFC')).toBe(`é${'\u0301'.repeat(19)}x`);
  expect(normalizeText('\u{1d165}'.repeat(21), 'NFC')).toBe('\u{1d165}'.repeat(20));
});

test('any text that people write keeps its standard form', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aéе\u0301\u0316ñ한글ｶﾞﬁ٣ ي\u064b'), maxLength: 20 });
  fc.assert(
    fc.property(letters, fc.constantFrom('NFC', 'NFD', 'NFKC'), (text, form) => {
      expect(normalizeText(text, form)).toBe(text.normalize(form));
    }),
  );
});

test.each([
  ['marks in the wrong order', `a${'\u0301'.repeat(HALF_A_MEGABYTE / 2)}${'\u0316'.repeat(HALF_A_MEGABYTE / 2)}`],
  ['marks by turns', `a${'\u0301\u0316'.repeat(HALF_A_MEGABYTE / 2)}`],
  ['letters that become marks', `a${`${'\u0301'.repeat(15)}\uff9e`.repeat(HALF_A_MEGABYTE / 16)}`],
  ['marks that become two', '\u0344\u0316'.repeat(HALF_A_MEGABYTE / 2)],
])('a long text is folded in linear time: %s', (_what, text) => {
  expect(foldText(text).length).toBeLessThan(text.length);
});
