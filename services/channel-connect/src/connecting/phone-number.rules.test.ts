import { expect, test } from 'vitest';
import { digitsOf, readNumber } from './phone-number.rules.ts';

test.each(['15550783881', '+15550783881', '+1 555-078-3881', '+1 (555) 078.3881'])('%s is one number', (text) => {
  expect(readNumber(text)).toBe('+15550783881');
  expect(digitsOf(text)).toBe('15550783881');
});

test.each(['', '123456', '1234567890123456', 'Shop 1', '++15550783881'])('"%s" is no number', (text) => {
  expect(() => readNumber(text)).toThrow('7 to 15 digits');
  expect(digitsOf(text)).toBeNull();
});
