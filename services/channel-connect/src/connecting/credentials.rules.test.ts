import { expect, test } from 'vitest';
import { isBotToken } from './credentials.rules.ts';

test('a bot token consists of digits, a colon and its secret', () => {
  expect(isBotToken('110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1')).toBe(true);
});

test.each([
  '',
  ':',
  'abc',
  '1:',
  `1:${'a'.repeat(19)}`,
  `1:${'a'.repeat(30)}/..`,
  `1:${'a'.repeat(30)}?x`,
  `x:${'a'.repeat(35)}`,
  `1:${'a'.repeat(35)}\n`,
])('a text that would change the path of a URL is no token: %j', (text) => {
  expect(isBotToken(text)).toBe(false);
});
