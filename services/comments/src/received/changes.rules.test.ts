import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { ConversationFacts } from '@parley/messaging/people/domain/conversation-facts';
import { makeConversationFacts } from '@parley/testing/factories/conversation-facts';
import { expect, test } from 'vitest';
import { conversationsAfterComments, type HeldChange, planComments, reportedComment } from './changes.rules.ts';
import type { CommentAccount, CommentState } from './comment.rules.ts';

const NOW = new Date('2026-01-02T00:00:00Z');
const account: CommentAccount = {
  id: 1,
  tenantId: 1,
  channel: 'fb',
  externalId: 'page',
  name: 'Page',
  credentials: '',
  connectedAt: new Date(0),
};
const change = (id: string, given: Partial<CommentChange> = {}): HeldChange => ({
  account,
  change: {
    platform: 'fb',
    externalId: 'page',
    change: 'added',
    commentId: id,
    postId: 'post',
    parentId: null,
    text: 'text',
    from: { id: 'ann', name: 'Ann' },
    isOwn: false,
    at: '2026-01-01T00:00:00.000Z',
    ...given,
  },
});
const own = { isOwn: true, from: { id: 'page', name: 'Page' } };
const removed = { change: 'removed', text: '', from: null } as const;

/** The rows and events of a batch where nothing was stored before. */
function apply(changes: readonly HeldChange[], stored: Record<string, CommentState> = {}) {
  const plans = planComments(changes, ({ change }) => (change.isOwn ? null : 7), NOW);
  return plans.map(({ commentId, decide }) => {
    const before = stored[commentId] ?? null;
    const after = decide(before);
    const { text, repliedAt, removedAt, isOwn } = after;
    const isReported = reportedComment(account, { id: '1', before, after }) !== null;
    return { id: commentId, text, isOwn, isReported, replied: repliedAt !== null, removed: removedAt !== null };
  });
}
const plain = { text: 'text', isOwn: false, isReported: true, replied: false, removed: false };

test.each<[string, HeldChange[], object[]]>([
  [
    'comments of others are reported',
    [change('a'), change('b')],
    [
      { ...plain, id: 'a' },
      { ...plain, id: 'b' },
    ],
  ],
  ['the same twice in a batch is reported once', [change('a'), change('a')], [{ ...plain, id: 'a' }]],
  ['two spellings of a page are one comment', [change('1_a'), change('2_a')], [{ ...plain, id: '1_a' }]],
  [
    'added and removed at once: stored, and not reported any more',
    [change('a', removed), change('a')],
    [{ ...plain, id: 'a', isReported: false, removed: true }],
  ],
  ['reported, and then removed', [change('a'), change('a', removed)], [{ ...plain, id: 'a', removed: true }]],
  [
    'edited before it came in the same batch',
    [change('a', { change: 'edited', text: 'new' }), change('a')],
    [{ ...plain, id: 'a', text: 'new' }],
  ],
  [
    'an own answer marks the comment above',
    [change('a'), change('b', { ...own, parentId: 'a' })],
    [
      { ...plain, id: 'a', replied: true },
      { ...plain, id: 'b', isOwn: true, isReported: false },
    ],
  ],
  [
    'also where that one is not here yet',
    [change('b', { ...own, parentId: 'a' })],
    [
      { ...plain, id: 'a', text: '', isReported: false, replied: true },
      { ...plain, id: 'b', isOwn: true, isReported: false },
    ],
  ],
  ['an answer of somebody else does not', [change('b', { parentId: 'a' })], [{ ...plain, id: 'b' }]],
  [
    'an own comment below none is only stored',
    [change('b', own)],
    [{ ...plain, id: 'b', isOwn: true, isReported: false }],
  ],
  [
    'an own answer that is removed marks nothing',
    [change('b', { ...removed, isOwn: true, parentId: 'a' })],
    [{ ...plain, id: 'b', text: '', isReported: false, removed: true }],
  ],
])('%s', (_, changes, written) => {
  expect(apply(changes)).toEqual(written);
});

test('a reported comment is not reported again', () => {
  const [first] = planComments([change('a')], () => 7, NOW);
  const stored = first?.decide(null);
  expect(stored && apply([change('a'), change('b')], { a: stored })).toMatchObject([
    { isReported: false },
    { isReported: true },
  ]);
});

const conversation = (given: Partial<ConversationFacts> = {}): ConversationFacts =>
  makeConversationFacts({
    tenantId: 7,
    channel: 'fb',
    channelAccountId: 3,
    contactId: 5,
    peer: '24',
    status: 'resolved',
    lastMessageAt: new Date(5000),
    ...given,
  });
const comment = (ms: number, isReported = true) => ({
  conversationId: 1,
  platform: 'fb' as const,
  createdAt: new Date(ms),
  isReported,
});

test.each([
  [
    'a new one opens a resolved conversation',
    'resolved',
    [comment(9000)],
    { status: 'open', ms: 9000, reopened: [9000] },
  ],
  ['and an archived one', 'archived', [comment(9000)], { status: 'open', ms: 9000, reopened: [9000] }],
  ['two open it once', 'resolved', [comment(9000), comment(9500)], { status: 'open', ms: 9500, reopened: [9000] }],
  ['one that comes late opens it too', 'resolved', [comment(1000)], { status: 'open', ms: 5000, reopened: [1000] }],
  ['a repeat changes no status', 'resolved', [comment(9000, false)], { status: 'resolved', ms: 9000, reopened: [] }],
  ['an open one stays open', 'open', [comment(9000)], { status: 'open', ms: 9000, reopened: [] }],
] as const)('of comments: %s', (_, status, comments, expected) => {
  const { changed, reopened } = conversationsAfterComments([conversation({ status })], comments);
  expect(changed).toEqual([conversation({ status: expected.status, lastMessageAt: new Date(expected.ms) })]);
  expect(reopened.map(({ comment: { createdAt }, before }) => [createdAt.getTime(), before.status])).toEqual(
    expected.reopened.map((ms) => [ms, status]),
  );
});

test('an unchanged conversation is not written', () => {
  expect(conversationsAfterComments([conversation()], [comment(1000, false)])).toEqual({ changed: [], reopened: [] });
});

test('a new comment ends a snooze without a report, and a repeat does not', () => {
  const snoozed = conversation({ status: 'open', isSnoozed: true });
  const { changed, reopened } = conversationsAfterComments([snoozed], [comment(9000)]);
  expect(changed).toEqual([{ ...snoozed, isSnoozed: false, lastMessageAt: new Date(9000) }]);
  expect(reopened).toEqual([]);
  expect(conversationsAfterComments([snoozed], [comment(1000, false)]).changed).toEqual([]);
});
