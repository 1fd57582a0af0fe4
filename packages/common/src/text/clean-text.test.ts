import { expect, test } from 'vitest';
import { boundText, cutText } from './clean-text.ts';

test.each([
  ['that fits', 'Hello', 'Hello'],
  ['of exactly the length', 'Hello you', 'Hello you'],
  ['that is too long', 'Hello you!', 'Hello yo…'],
  ['with an emoji at the end', 'Hello y😀!', 'Hello y…'],
  ['that was truncated before', 'Hello yo…', 'Hello yo…'],
  ['that cannot be stored', 'a\u0000b', 'ab'],
])('a text %s is stored, with a mark where it is truncated', (_what, given, expected) => {
  expect(cutText(given, 9)).toBe(expected);
});

test.each([
  ['a\u0000b', 'ab'],
  ['\ud83d', '\ufffd'],
  ['x\udc00y', 'x\ufffdy'],
  ['😀 ok', '😀 ok'],
  ['', ''],
])('%j becomes a text that PostgreSQL can store', (given, expected) => {
  expect(boundText(given, 100)).toBe(expected);
});

test('a text that is too long is truncated before the character that does not fit', () => {
  expect(boundText('abc', 2)).toBe('ab');
  expect(boundText('a😀b', 2)).toBe('a');
  expect(boundText('a😀b', 3)).toBe('a😀');
});
