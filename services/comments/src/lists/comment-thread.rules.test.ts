import { expect, test } from 'vitest';
import { type CommentInThread, joinThreads, toThreadComment } from './comment-thread.rules.ts';

const comment = (given: Partial<CommentInThread> = {}): CommentInThread => ({
  id: '1',
  accountId: 1,
  platform: 'fb',
  commentId: '10_1',
  postId: '10',
  parentId: null,
  text: 'price?',
  media: [{ type: 'image', url: 'https://scontent.example/1.jpg' }],
  authorId: '24',
  authorName: 'Ann',
  isOwn: false,
  conversationId: 7,
  createdAt: new Date(1000),
  editedAt: null,
  removedAt: null,
  repliedAt: null,
  offeredAt: null,
  privateAnswers: [],
  ...given,
});

test('a removed comment keeps its place without its text and image', () => {
  const removed = toThreadComment(comment({ removedAt: new Date(2000) }));
  expect(removed).toMatchObject({ text: '', media: [], isRemoved: true });
  const shown = { text: 'price?', media: [{ type: 'image' }], isRemoved: false };
  expect(toThreadComment(comment())).toMatchObject(shown);
});

const sent = (conversationId: number) => ({ ok: true, messageId: '1', conversationId }) as const;
const refused = { ok: false, error: 'graph_error', message: 'Refused.' } as const;
test.each([
  ['no private reply', [], null],
  ['only a public reply', [null], null],
  ['a refused one', [refused], null],
  ['one that arrived', [refused, sent(9), sent(8)], 9],
])('the direct conversation after %s', (_, privateAnswers, expected) => {
  expect(toThreadComment(comment({ privateAnswers })).directConversationId).toBe(expected);
});

test('each comment appears once, newest first, and by its number at equal times', () => {
  const [first, second, late] = [comment(), comment({ id: '2' }), comment({ id: '3', createdAt: new Date(9000) })];
  expect(joinThreads([first, late], [second, first]).map(({ id }) => id)).toEqual(['3', '2', '1']);
});
