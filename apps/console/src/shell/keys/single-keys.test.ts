import { expect, test } from 'vitest';
import { letterOf } from './single-keys.ts';

test.each([
  ['Latin letter', 'j', 'KeyJ', 'j'],
  ['letter under Caps Lock', 'J', 'KeyJ', 'j'],
  ['letter that the layout has in another place (Dvorak)', 'j', 'KeyC', 'j'],
  ['key of an Arabic layout', 'ت', 'KeyJ', 'j'],
  ['key of a Cyrillic layout', 'о', 'KeyJ', 'j'],
  ['key that writes two Arabic letters', 'لا', 'KeyB', 'b'],
  ['digit', '1', 'Digit1', null],
  ['arrow', 'ArrowDown', 'ArrowDown', null],
  ['event without a code', 'j', '', 'j'],
])('reads the letter of a %s', (_, key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter);
});
