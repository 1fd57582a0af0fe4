import { expect, test } from 'vitest';
import { isOneEmoji } from './emoji.ts';

test.each(['👍', '❤️', '❤', '👨‍👩‍👧‍👦', '👍🏽', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇰🇼', '1️⃣', '🏳️‍🌈', '🫶🏿'])('%s is one emoji', (text) => {
  expect(isOneEmoji(text)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a letter', 'a'],
  ['a digit', '1'],
  ['two emoji', '👍👍'],
  ['an emoji in a text', 'ok 👍'],
  ['an emoji with marks', `👍${'\u0301'.repeat(5)}`],
  ['a joiner alone', '\u200d'],
  ['half a flag', '🇰'],
  ['half a surrogate pair', '\ud83d'],
  ['a very long family', `👨${'\u200d👨'.repeat(40)}`],
  ['a control character', '👍\u0000'],
])('%s is not one emoji', (_, text) => {
  expect(isOneEmoji(text)).toBe(false);
});
