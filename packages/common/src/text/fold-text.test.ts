import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['vowel signs', 'مَتَى تَفْتَحُونَ', 'متي تفتحون'],
  ['tatweel', 'مـــرحـــبا', 'مرحبا'],
  ['forms of alef', 'أحمد إلى آسيا ٱلبيت', 'احمد الي اسيا البيت'],
  ['alef and a hamza of its own', 'ا\u0654حمد', 'احمد'],
  ['alef maksura and ya', 'على', 'علي'],
  ['ta marbuta and ha', 'خدمة', 'خدمه'],
  ['presentation forms', 'ﻣﺮﺣﺒﺎ', 'مرحبا'],
  ['digits', '٩ صباحا، ۵', '9 صباحا، 5'],
  ['case and width', 'ＯＰＥＮ Hours', 'open hours'],
  ['accents that are letters of their own', 'CAFE\u0301', 'café'],
])('%s are folded', (_what, given, folded) => {
  expect(foldText(given)).toBe(folded);
});

test('folding is idempotent', () => {
  const letters = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'اأإآٱىيةهـ\u0654\u0301eE٣') }),
  );
  fc.assert(
    fc.property(letters, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
    { numRuns: 2000 },
  );
});
