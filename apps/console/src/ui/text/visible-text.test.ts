import { expect, test } from 'vitest';
import { escapeHidden, visibleText } from './visible-text.ts';

test.each([
  ['\u200b', null],
  [' \u200d\u200f\u3164', null],
  [null, null],
  ['\u202eReversed Man', 'Reversed Man'],
  ['\u202egnp.exe\u2067', 'gnp.exe'],
  ['A\u200bmal', 'Amal'],
  ['👨\u200d👩\u200d👧 نا\u200cمه', '👨\u200d👩\u200d👧 نا\u200cمه'],
])('the visible text of %j is %j', (name, shown) => {
  expect(visibleText(name)).toBe(shown);
});

test('JSON shows its hidden characters as escapes, and has the same value', () => {
  const value = { name: '\u202egnp.exe\u200b', text: 'نا\u200cمه' };
  const json = escapeHidden(JSON.stringify(value));
  expect(json).toBe('{"name":"\\u202egnp.exe\\u200b","text":"نا\u200cمه"}');
  expect(JSON.parse(json)).toEqual(value);
});
