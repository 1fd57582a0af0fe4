import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { pluralsOf } from './plural.ts';

test('a count chooses the form of its language', () => {
  const english = pluralsOf('en');
  expect([0, 1, 2].map((count) => english(count, { one: 'a day', other: `${count} days` }))).toEqual([
    '0 days',
    'a day',
    '2 days',
  ]);
  const arabic = pluralsOf('ar');
  const forms = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'x' };
  expect([0, 1, 2, 3, 10, 11, 99, 100, 103].map((count) => arabic(count, forms)).join('')).toBe('zotffmmxf');
});

test.each(LANGUAGES)('$code lists each plural form of counts below a million', ({ locale, plurals }) => {
  const rules = new Intl.PluralRules(locale);
  const counts = Array.from({ length: 1_200 }, (_, count) => count);
  expect([...new Set(counts.map((count) => rules.select(count)))].sort()).toEqual([...plurals].sort());
});
