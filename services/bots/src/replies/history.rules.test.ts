import { expect, it } from 'vitest';
import { estimateTokens } from '../knowledge/passage.rules.ts';
import { fitHistory, type HistoryMessage, imageTypeOf, takesImages } from './history.rules.ts';

let number = 0;
const say = (isCustomer: boolean, text: string): HistoryMessage => ({
  messageId: String(++number),
  isCustomer,
  text,
  files: [],
});
const asked = (text: string) => say(true, text);
const answered = (text: string) => say(false, text);
const textsOf = (messages: readonly HistoryMessage[], tokens: number): string[] =>
  fitHistory(messages, tokens).messages.map(({ text }) => text);

const TALK = [asked('one'), answered('two'), asked('three'), answered('four'), asked('five'), asked('six')];

it.each([
  ['everything where it fits', 6000, ['one', 'two', 'three', 'four', 'five', 'six']],
  ['the newest that fit, the first of them the customer’s', 40, ['three', 'four', 'five', 'six']],
  ['no answer in front, though it would fit', 24, ['five', 'six']],
  ['the newest message, whatever it costs', 1, ['six']],
])('keeps %s', (_name, tokens, texts) => {
  expect(textsOf(TALK, tokens)).toEqual(texts);
});

it('shortens a message that is longer than the whole history, between characters', () => {
  const [text = ''] = textsOf([asked('old'), asked('😀'.repeat(5000))], 100);
  expect(text.length).toBeGreaterThan(0);
  expect(estimateTokens(text)).toBeLessThanOrEqual(94);
  expect(text).not.toMatch(/[\ud800-\udbff]$/);
});

it('has nothing to ask where the customer said nothing or has been answered', () => {
  expect(textsOf([], 100)).toEqual([]);
  expect(textsOf([answered('hello')], 100)).toEqual([]);
});

it('identifies unanswered messages', () => {
  const { unanswered } = fitHistory(TALK, 6000);
  expect([...unanswered]).toEqual(TALK.slice(4).map(({ messageId }) => messageId));
});

it.each([
  ['openai', 'gpt-4o', true],
  ['openai', 'gpt-4.1-mini', true],
  ['openai', 'gpt-5', true],
  ['openai', 'gpt-4', false],
  ['openai', 'gpt-4-0613', false],
  ['openai', 'gpt-3.5-turbo', false],
  ['openai', 'o3-mini', false],
  ['anthropic', 'claude-sonnet-4-5', true],
  ['anthropic', 'claude-2.1', false],
  ['google', 'gemini-2.5-flash', true],
  ['google', 'gemma-2-9b', false],
] as const)('%s %s sees images: %s', (provider, model, sees) => {
  expect(takesImages(provider, model)).toBe(sees);
});

it.each([
  ['image/jpeg', 'image/jpeg'],
  ['IMAGE/PNG; charset=x', 'image/png'],
  ['image/svg+xml', null],
  ['application/pdf', null],
])('%s is shown as %s', (mimeType, type) => {
  expect(imageTypeOf(mimeType)).toBe(type);
});
