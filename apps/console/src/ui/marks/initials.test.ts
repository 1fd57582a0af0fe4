import { expect, test } from 'vitest';
import { colourOf, initialsOf } from './initials.ts';

test.each([
  ['Ann Lee', 'AL'],
  ['ann maria lee', 'AL'],
  ['Ann', 'A'],
  ['أمل حسن', 'أح'],
  ['\u202eEve <b>', 'EB'],
  ['👍', '#'],
  ['', '#'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a person always has the same colour, and people have different ones', () => {
  const colours = Array.from({ length: 40 }, (_, n) => colourOf(`mem_${n}`, 8));
  expect(colours).toEqual(Array.from({ length: 40 }, (_, n) => colourOf(`mem_${n}`, 8)));
  expect(new Set(colours).size).toBeGreaterThan(4);
});
