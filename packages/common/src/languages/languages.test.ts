import { expect, test } from 'vitest';
import { directionOf, isLanguage, LANGUAGE_CODES, LANGUAGES, localeOf, storedLanguage } from './languages.ts';

test.each(LANGUAGES)('$code has its own name, its direction, and a locale with Latin digits', (language) => {
  const { code, name, direction } = language;
  const own = new Intl.DisplayNames(code, { type: 'language' }).of(code);
  expect(name.toLocaleLowerCase(code)).toBe(own?.toLocaleLowerCase(code));
  const isRightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(name);
  expect(direction).toBe(isRightToLeft ? 'rtl' : 'ltr');
  expect(directionOf(code)).toBe(direction);
  expect(new Intl.Locale(localeOf(code)).language).toBe(new Intl.Locale(code).language);
  expect(new Intl.NumberFormat(localeOf(code)).format(1_234)).toMatch(/^1\W?234$/);
});

test('the codes are distinct, and the only languages', () => {
  expect(new Set(LANGUAGE_CODES).size).toBe(LANGUAGES.length);
  for (const value of [...LANGUAGE_CODES.map((code) => code.toUpperCase()), 'xx', '', null, undefined, ['en'], 1])
    expect(isLanguage(value)).toBe(false);
});

test('a stored language that this release does not have is none', () => {
  expect(storedLanguage('ar')).toBe('ar');
  expect(storedLanguage('tlh')).toBeNull();
  expect(storedLanguage(null)).toBeNull();
});
