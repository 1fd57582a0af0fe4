import { expect, test } from 'vitest';
import { findCatalogueProblems } from './catalogue-problems.ts';

const english = {
  hello: 'Hello',
  steps: ['Open the page of this link.', 'Enter'],
  ask: (name: string) => `Shall ${name} be told?`,
  days: (count: number) => (Number(count) === 1 ? 'a day' : `${count} days`),
  line: ({ reason }: { reason: string }, { at }: { at: string }) =>
    reason === 'gone' ? `Gone at ${at}` : `Failed at ${at}`,
};
const choices = { line: [{ reason: 'gone' }, { reason: 'failing' }] };
const find = (change: object, language: 'en' | 'ar' = 'ar') =>
  findCatalogueProblems({ language, catalogue: { ...english, ...change }, english }, choices);

test('English itself has no problem', () => {
  expect(find({}, 'en')).toEqual([]);
});

test.each<[string, object]>([
  ['hello is missing', { hello: undefined }],
  ['other is not in English', { other: 'x' }],
  ['steps.1 is missing', { steps: ['Open'] }],
  ['hello is empty, or has spaces around it', { hello: 'Hello ' }],
  ['hello has a direction mark', { hello: 'Hello\u200f' }],
  ['hello is in the script of another direction', { hello: 'مرحبا' }],
  ['ask#0 has no value for 3, and English ⟦0⟧', { ask: () => 'Shall it?' }],
  ['ask#0 has ⟦0⟧ ⟦1⟧ for 3, and English ⟦0⟧', { ask: (name: string, other: string) => `Shall ${name} ${other}?` }],
  [
    'days#0 has no value for 100, and English ⟦0⟧',
    { days: (count: number) => (Number(count) === 100 ? 'days' : `${count}`) },
  ],
  [
    'line#1 misses a value',
    { line: ({ reason }: { reason: string }, { at }: { at: string }) => `${{ gone: at }[reason]}` },
  ],
])('%s', (problem, change) => {
  expect(find(change, 'en')).toContain(problem);
});

test('a sentence that was not translated is found, and a text without Arabic letters', () => {
  expect(find({})).toEqual(
    expect.arrayContaining(['steps.0 is English', 'hello is in the script of another direction']),
  );
});
