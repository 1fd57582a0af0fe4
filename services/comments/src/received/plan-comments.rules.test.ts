import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { expect, test } from 'vitest';
import type { CommentAccount } from './comment.rules.ts';
import type { CommentState } from './comment-state.rules.ts';
import { type HeldChange, planComments, reportedComment } from './plan-comments.rules.ts';

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
