import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import { expect, test } from 'vitest';
import { type CommentState, commentAfterAdded, commentAfterAltered, commentAfterReplied } from './comment.rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const NOW = at(30);
const change = (minute: number, given: Partial<CommentChange> = {}): CommentChange => ({
  platform: 'ig',
  externalId: 'account',
  change: 'added',
  commentId: 'c1',
  postId: 'post',
  parentId: null,
  text: 'as written',
  from: { id: 'ann', name: 'Ann' },
  isOwn: false,
  at: at(minute).toISOString(),
  ...given,
});
const edit = (minute: number, text: string) => change(minute, { change: 'edited', text, from: null });
const removal = (minute: number) => change(minute, { change: 'removed', text: '', from: null });
const reply = (minute: number) => ({ commentId: 'c1', postId: 'post', at: at(minute) });
const reported = commentAfterAdded(null, change(0), 7, NOW);
const own = commentAfterAdded(null, change(0), null, NOW);
const erased: CommentState = { ...reported, text: '', conversationId: null, reportedAt: null, erasedAt: at(9) };

test.each<[string, CommentState | null, number | null, Partial<CommentState>]>([
  [
    'a new one is reported',
    null,
    7,
    { reportedAt: NOW, conversationId: 7, isOwn: false, text: 'as written', authorId: 'ann', createdAt: at(1) },
  ],
  ['an own one is not', null, null, { reportedAt: null, conversationId: null, isOwn: true, text: 'as written' }],
  ['the same again changes nothing', reported, 8, { reportedAt: NOW, conversationId: 7, createdAt: at(0) }],
  ['nor does an own one again', own, 8, { reportedAt: null, isOwn: true, conversationId: null }],
  ['an erased one stays erased', erased, 7, { text: '', reportedAt: null, erasedAt: at(9) }],
  [
    'edited before it came: the younger text',
    commentAfterAltered(null, edit(2, 'as edited')),
    7,
    { text: 'as edited', reportedAt: NOW, createdAt: at(1), authorName: 'Ann' },
  ],
  [
    'removed before it came: not reported',
    commentAfterAltered(null, removal(2)),
    7,
    { text: 'as written', reportedAt: null, conversationId: 7, removedAt: at(2) },
  ],
  [
    'answered before it came: reported, and answered',
    commentAfterReplied(null, reply(2)),
    7,
    { text: 'as written', reportedAt: NOW, repliedAt: at(2), createdAt: at(1) },
  ],
])('added: %s', (_, before, conversationId, after) => {
  expect(commentAfterAdded(before, change(1), conversationId, NOW)).toMatchObject(after);
});

test('a private reply that the platform offers is kept, before the comment comes and after', () => {
  const offer = change(3, { change: 'offered', postId: null, text: 'other text' });
  const waiting = commentAfterAltered(null, offer);
  expect(waiting).toMatchObject({ offeredAt: at(3), reportedAt: null });
  expect(commentAfterAdded(waiting, change(1), 7, NOW)).toMatchObject({
    offeredAt: at(3),
    reportedAt: NOW,
    postId: 'post',
    text: 'as written',
  });
  const offered = commentAfterAltered(reported, offer);
  expect(offered).toEqual({ ...reported, offeredAt: at(3) });
  expect(commentAfterAltered(offered, { ...offer, at: at(4).toISOString() })).toBe(offered);
  expect(commentAfterAltered(erased, offer)).toBe(erased);
});

const visibility = (minute: number, to: 'hidden' | 'shown') => change(minute, { change: to, text: 'other text' });

test.each<[string, CommentState | null, CommentChange, boolean | null]>([
  ['hidden', reported, visibility(2, 'hidden'), true],
  ['shown without a known hiding', reported, visibility(2, 'shown'), false],
  [
    'hidden, older than a showing',
    commentAfterAltered(reported, visibility(3, 'shown')),
    visibility(2, 'hidden'),
    false,
  ],
  ['hidden before it came', null, visibility(2, 'hidden'), true],
  ['hidden after it was erased', erased, visibility(2, 'hidden'), null],
])('a comment %s keeps its content', (_, before, given, isHidden) => {
  const after = commentAfterAltered(before, given);
  expect(after).toMatchObject({ isHidden, text: before?.text ?? '', editedAt: null, removedAt: null });
});

test('a repeat of a hiding changes nothing, a newer one moves its time', () => {
  const hidden = commentAfterAltered(reported, visibility(2, 'hidden'));
  expect(commentAfterAltered(hidden, visibility(2, 'hidden'))).toBe(hidden);
  const again = commentAfterAltered(hidden, visibility(4, 'hidden'));
  expect(commentAfterAltered(again, visibility(3, 'shown'))).toBe(again);
});

test('an anonymous commenter has neither id nor name', () => {
  expect(commentAfterAdded(null, change(1, { from: null }), 7, NOW)).toMatchObject({ authorId: '', authorName: '' });
});

test.each<[string, CommentState | null, CommentChange, Partial<CommentState>]>([
  ['an edit', reported, edit(2, 'new'), { text: 'new', editedAt: at(2), reportedAt: NOW }],
  [
    'a younger edit',
    commentAfterAltered(reported, edit(2, 'new')),
    edit(3, 'newer'),
    { text: 'newer', editedAt: at(3) },
  ],
  [
    'an edit of the same moment',
    commentAfterAltered(reported, edit(2, 'new')),
    edit(2, 'newer'),
    { text: 'newer', editedAt: at(2) },
  ],
  [
    'an older edit that comes late',
    commentAfterAltered(reported, edit(2, 'new')),
    edit(1, 'old'),
    { text: 'new', editedAt: at(2) },
  ],
  ['a removal leaves the text', reported, removal(2), { text: 'as written', removedAt: at(2), editedAt: null }],
  ['the first removal counts', commentAfterAltered(reported, removal(2)), removal(3), { removedAt: at(2) }],
  [
    'an edit of one that is not here waits',
    null,
    edit(2, 'new'),
    { text: 'new', editedAt: at(2), removedAt: null, reportedAt: null, createdAt: at(2) },
  ],
  [
    'a removal of one that is not here waits',
    null,
    removal(2),
    { editedAt: null, removedAt: at(2), reportedAt: null, createdAt: at(2) },
  ],
  ['an erased one is not edited', erased, edit(2, 'new'), { text: '', editedAt: null }],
  ['nor removed', erased, removal(2), { removedAt: null }],
])('altered: %s', (_, before, altered, after) => {
  expect(commentAfterAltered(before, altered)).toMatchObject(after);
});

test.each<[string, CommentState | null, Partial<CommentState>]>([
  ['the first answer counts', reported, { repliedAt: at(2), reportedAt: NOW }],
  ['a later one does not', commentAfterReplied(reported, reply(1)), { repliedAt: at(1) }],
  ['one that is not here waits', null, { repliedAt: at(2), text: '', reportedAt: null, createdAt: at(2) }],
  ['an erased one is marked', erased, { repliedAt: at(2), text: '' }],
])('answered: %s', (_, before, after) => {
  expect(commentAfterReplied(before, reply(2))).toMatchObject(after);
});

test('a change without effect returns the same value', () => {
  const removed = commentAfterAltered(reported, edit(5, 'new'));
  expect(commentAfterAdded(reported, change(1), 7, NOW)).toBe(reported);
  expect(commentAfterAltered(removed, edit(4, 'old'))).toBe(removed);
  expect(commentAfterAltered(erased, removal(4))).toBe(erased);
});
