import { expect, test } from 'vitest';
import { insertMention, mentionAt } from './mention-token.ts';

test.each([
  ['@', { from: 0, q: '' }],
  ['ask @pri', { from: 4, q: 'pri' }],
  ['line\n@أم', { from: 5, q: 'أم' }],
  ['mail@shop', null],
  ['@Priya is', null],
  ['', null],
])('“%s” types %s', (text, token) => {
  expect(mentionAt(text, text.length)).toEqual(token);
});

test('a picked member replaces what was typed, and the rest of the text stays', () => {
  expect(insertMention('ask @pri now', { from: 4, caret: 8, name: 'Priya' })).toEqual({
    text: 'ask @Priya now',
    caret: 11,
  });
});
