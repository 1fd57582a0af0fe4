import { expect, test } from 'vitest';
import { answerKeyOf } from './answer-key.ts';

test('the same answer has the same key, in a form that the server accepts', () => {
  const key = answerKeyOf('1_2', { message: 'شكرا', private_message: '10' }, 0);
  expect(answerKeyOf('1_2', { message: 'شكرا', private_message: '10' }, 0)).toBe(key);
  expect(key).toMatch(/^comment-[0-9a-z]{5,11}$/);
});

test.each([
  ['comment', answerKeyOf('1_3', { message: 'a', private_message: 'b' }, 0)],
  ['text', answerKeyOf('1_2', { message: 'ab', private_message: 'b' }, 0)],
  ['private text', answerKeyOf('1_2', { message: 'a', private_message: 'c' }, 0)],
  ['order of texts', answerKeyOf('1_2', { message: 'b', private_message: 'a' }, 0)],
  ['try after a refusal', answerKeyOf('1_2', { message: 'a', private_message: 'b' }, 1)],
  ['public answer alone', answerKeyOf('1_2', { message: 'a' }, 0)],
])('a different %s has a different key', (_, key) => {
  expect(key).not.toBe(answerKeyOf('1_2', { message: 'a', private_message: 'b' }, 0));
});
