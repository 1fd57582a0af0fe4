import { expect, test } from 'vitest';
import { NO_DRAFT, readDraft, tryDraft } from './note-draft.ts';

test('the same text is tried again with the same key, another text with another', () => {
  const first = tryDraft({ ...NO_DRAFT, text: 'One' });
  expect(first.tried.key).toMatch(/^[0-9a-f]{32}$/);
  expect(tryDraft(first).tried).toEqual(first.tried);
  expect(tryDraft({ ...first, text: 'Two' }).tried.key).not.toBe(first.tried.key);
});

test.each([null, '{', '{"text":1}', '[]', '"x"'])('an unreadable draft is empty: %s', (stored) => {
  expect(readDraft(stored)).toEqual(NO_DRAFT);
});

test('a draft is read with its members and its last try', () => {
  const draft = tryDraft({ ...NO_DRAFT, text: '@Priya', members: [{ id: 'mem_1', name: 'Priya' }] });
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});
