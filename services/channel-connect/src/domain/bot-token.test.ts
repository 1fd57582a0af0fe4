import { expect, test } from 'vitest';
import { isBotToken } from './bot-token.ts';

test('a bot token is digits, a colon and its secret', () => {
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
])('what would lead somewhere else in an address is no token: %j', (text) => {
  expect(isBotToken(text)).toBe(false);
});
