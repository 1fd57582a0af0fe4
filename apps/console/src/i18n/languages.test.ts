import { expect, test } from 'vitest';
import { preferredLanguage } from './languages.ts';

test.each([
  [['ar-MA', 'en'], 'ar'],
  [['en-US'], 'en'],
  [['de-DE', 'ar'], 'ar'],
  [['de'], 'en'],
  [[], 'en'],
])('a browser that prefers %j gets %s', (codes, expected) => {
  expect(preferredLanguage(codes)).toBe(expected);
});
