import { describe, expect, test } from 'vitest';
import { formatText } from './format-text.ts';

const keys = {
  zero: 'لا مفاتيح',
  one: 'مفتاح واحد',
  two: 'مفتاحان',
  few: '{count} مفاتيح',
  many: '{count} مفتاحًا',
  other: '{count} مفتاح',
};

describe('texts', () => {
  test.each([
    [0, 'لا مفاتيح'],
    [1, 'مفتاح واحد'],
    [2, 'مفتاحان'],
    [3, '\u20683\u2069 مفاتيح'],
    [11, '\u206811\u2069 مفتاحًا'],
    [100, '\u2068100\u2069 مفتاح'],
  ])('%d has its own form in Arabic', (count, expected) => {
    expect(formatText(keys, { count }, 'ar')).toBe(expected);
  });

  test('values are isolated, so that a name cannot change the direction of the sentence', () => {
    expect(formatText('Hello {name}', { name: 'سعاد' }, 'en')).toBe('Hello \u2068سعاد\u2069');
  });

  test('a placeholder without a value stays as it is', () => {
    expect(formatText('Hello {name}', {}, 'en')).toBe('Hello {name}');
  });
});
