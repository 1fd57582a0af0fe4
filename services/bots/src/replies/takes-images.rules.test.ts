import { expect, it } from 'vitest';
import { imageTypeOf, takesImages } from './takes-images.rules.ts';

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
