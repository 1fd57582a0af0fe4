import { expect, test } from 'vitest';
import { draftOfAttempt, NO_DRAFT, readDraft } from './note-draft.ts';

test('the same text is retried with the same key, and another text gets another key', () => {
  const first = draftOfAttempt({ ...NO_DRAFT, text: 'One' });
  expect(first.tried.key).toMatch(/^[0-9a-f]{32}$/);
  expect(draftOfAttempt(first).tried).toEqual(first.tried);
  expect(draftOfAttempt({ ...first, text: 'Two' }).tried.key).not.toBe(first.tried.key);
});

test.each([null, '{', '{"text":1}', '[]', '"x"'])('an unreadable draft is empty: %s', (stored) => {
  expect(readDraft(stored)).toEqual(NO_DRAFT);
});

test('a draft is read with its members and its last attempt', () => {
  const draft = draftOfAttempt({ ...NO_DRAFT, text: '@Priya', members: [{ id: 'mem_1', name: 'Priya' }] });
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});
