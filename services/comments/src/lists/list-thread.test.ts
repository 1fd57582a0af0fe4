import type { MemberCaller } from '@parley/common/call-context';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import { ANSWERED_MAX, listCommentAnswers } from '@parley/common/contracts/comments/list-comment-answers';
import { listCommentThread } from '@parley/common/contracts/comments/list-comment-thread';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { InputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../../test/fixture.ts';
import { commentOn, type OpenComments, openComments } from '../../test/open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
});
afterAll(() => service[Symbol.asyncDispose]());

const ANN = { id: '700001', name: 'Ann' };
const BOB = { id: '700002', name: 'Bob' };
const at = (minute: number) => new Date(Date.UTC(2026, 4, 5, 6, minute)).toISOString();

/** The conversation of the author of this comment. */
async function conversationOf({ commentId }: CommentChange): Promise<number> {
  const rows = await service.rows<{ id: number }>('SELECT conversation_id AS id FROM comments WHERE comment_id = $1', [
    commentId,
  ]);
  return rows[0]?.id ?? 0;
}

const memberOf = ({ caller: { tenantId, tenantSlug } }: TestTenant): MemberCaller => ({
  sessionId: 'ses_0000000000',
  roles: ['agent'],
  memberId: 'mem_0000000000',
  tenantId,
  tenantSlug,
});
const list = (tenant: TestTenant, id: number, more: { limit?: number; cursor?: string } = {}) =>
  service.bus.call(listCommentThread, { id, limit: 20, ...more }, { requestId: 'req_test', member: memberOf(tenant) });

const open = async (): Promise<{ tenant: TestTenant; account: TestAccount }> => {
  const tenant = await service.makeTenant();
  return { tenant, account: await service.connect(tenant, 'fb') };
};

test('a person’s comments are listed with the comments they answer and the answers to them, including own and removed ones', async () => {
  const { tenant, account } = await open();
  const post = commentOn(account, { from: BOB, text: 'Nice.', at: at(1) });
  const question = commentOn(account, { from: ANN, text: 'How much?', parentId: post.commentId, at: at(2) });
  const own = commentOn(account, { isOwn: true, from: null, text: 'Ten.', parentId: post.commentId, at: at(3) });
  const hidden = commentOn(account, { from: BOB, text: 'Spam', parentId: post.commentId, at: at(4) });
  const elsewhere = commentOn(account, { from: BOB, text: 'Not of this thread', at: at(5) });
  await service.store(post, question, own, hidden, elsewhere);
  await service.store({ ...hidden, change: 'removed', at: at(6) });
  const { comments, nextCursor } = await list(tenant, await conversationOf(question));
  expect(nextCursor).toBeNull();
  expect(
    comments.map(({ text, isOwn, isRemoved, replied, from }) => ({
      text,
      isOwn,
      isRemoved,
      replied,
      by: from.name,
    })),
  ).toEqual([
    { text: '', isOwn: false, isRemoved: true, replied: false, by: 'Bob' },
    { text: 'Ten.', isOwn: true, isRemoved: false, replied: false, by: '' },
    { text: 'How much?', isOwn: false, isRemoved: false, replied: false, by: 'Ann' },
    { text: 'Nice.', isOwn: false, isRemoved: false, replied: true, by: 'Bob' },
  ]);
});

test('an answer published here appears in the thread, with the conversation of its private reply', async () => {
  const { tenant, account } = await open();
  const commentId = await service.write(account, ANN.id, { text: 'How much?' });
  const question = commentOn(account, { commentId, from: ANN });
  await service.store(question);
  await service.act(tenant, commentReply, { commentId, message: 'We wrote to you.', privateMessage: 'Ten.' });
  const { comments } = await list(tenant, await conversationOf(question));
  expect(comments).toMatchObject([
    { text: 'We wrote to you.', isOwn: true, parentId: commentId, conversationId: null },
    { commentId, replied: true, directConversationId: 5 },
  ]);
});

test('pages continue where they stopped, and a thread shows nothing of another tenant or person', async () => {
  const [{ tenant, account }, other] = [await open(), await open()];
  const [first, second, third] = [1, 2, 3].map((minute) =>
    commentOn(account, { from: ANN, text: `${minute}`, at: at(minute) }),
  );
  if (!first || !second || !third) throw new Error('Three were made.');
  await service.store(first, second, third, commentOn(account, { from: BOB, text: 'Bob’s' }));
  const id = await conversationOf(first);
  const page = await list(tenant, id, { limit: 2 });
  expect(page.comments.map(({ text }) => text)).toEqual(['3', '2']);
  const rest = await list(tenant, id, { limit: 2, cursor: page.nextCursor ?? '' });
  expect([rest.comments.map(({ text }) => text), rest.nextCursor]).toEqual([['1'], null]);
  await expect(list(other.tenant, id)).rejects.toMatchObject({ code: 'unknown_conversation' });
  await expect(list(tenant, id, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_cursor' });
});

test('the own answers to listed comments are read by their ids, and those of no other tenant or platform', async () => {
  const [{ tenant, account }, other] = [await open(), await open()];
  const commentId = await service.write(account, ANN.id, { text: 'How much?' });
  const question = commentOn(account, { commentId, from: ANN });
  const byBob = commentOn(account, { from: BOB, text: 'Ten, I think.', parentId: commentId });
  await service.store(question, byBob);
  await service.act(tenant, commentReply, { commentId, message: 'Ten.' });
  const answers = (of: TestTenant, input: Partial<InputOf<typeof listCommentAnswers>> = {}) =>
    service.bus.call(
      listCommentAnswers,
      { platform: 'fb', commentIds: [commentId, 'unknown'], ...input },
      { requestId: 'req_test', member: memberOf(of) },
    );
  expect((await answers(tenant)).comments).toMatchObject([{ text: 'Ten.', isOwn: true, parentId: commentId }]);
  expect((await answers(tenant, { commentIds: [byBob.commentId] })).comments).toEqual([]);
  expect((await answers(tenant, { platform: 'ig' })).comments).toEqual([]);
  expect((await answers(other.tenant)).comments).toEqual([]);
  const many = Array.from({ length: ANSWERED_MAX + 1 }, (_, n) => `${n}`);
  for (const commentIds of [[], many])
    await expect(answers(tenant, { commentIds })).rejects.toMatchObject({ code: expect.stringMatching(/comment_ids/) });
});
