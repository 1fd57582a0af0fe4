import type { MemberCaller } from '@parley/common/call-context';
import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import { listCommentThread } from '@parley/common/contracts/comments/list-comment-thread';
import type { CommentChange } from '@parley/common/contracts/internal/store-comments';
import type { TestTenant } from '@parley/testing/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from './fixture.ts';
import { commentOn, type OpenComments, openComments } from './open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
});
afterAll(() => service[Symbol.asyncDispose]());

const ANN = { id: '700001', name: 'Ann' };
const BOB = { id: '700002', name: 'Bob' };
const at = (minute: number) => new Date(Date.UTC(2026, 4, 5, 6, minute)).toISOString();

/** The conversation of whoever wrote this comment. */
async function conversationOf({ comment_id }: CommentChange): Promise<number> {
  const rows = await service.rows<{ id: number }>('SELECT conversation_id AS id FROM comments WHERE comment_id = $1', [
    comment_id,
  ]);
  return rows[0]?.id ?? 0;
}

function list(tenant: TestTenant, id: number, more: { limit?: number; cursor?: string } = {}) {
  const member: MemberCaller = {
    session_id: 'ses_0000000000',
    role: 'agent',
    member_id: 'mem_0000000000',
    tenant_id: tenant.caller.tenant_id,
    tenant_slug: tenant.caller.tenant_slug,
  };
  return service.bus.call(listCommentThread, { id, limit: 20, ...more }, { request_id: 'req_test', member });
}

const open = async (): Promise<{ tenant: TestTenant; account: TestAccount }> => {
  const tenant = await service.makeTenant();
  return { tenant, account: await service.connect(tenant, 'fb') };
};

test('a person’s comments come with what they answer and what answers them, own and removed ones too', async () => {
  const { tenant, account } = await open();
  const post = commentOn(account, { from: BOB, text: 'Nice.', at: at(1) });
  const question = commentOn(account, { from: ANN, text: 'How much?', parent_id: post.comment_id, at: at(2) });
  const own = commentOn(account, { is_own: true, from: null, text: 'Ten.', parent_id: post.comment_id, at: at(3) });
  const hidden = commentOn(account, { from: BOB, text: 'Spam', parent_id: post.comment_id, at: at(4) });
  const elsewhere = commentOn(account, { from: BOB, text: 'Not of this thread', at: at(5) });
  await service.store(post, question, own, hidden, elsewhere);
  await service.store({ ...hidden, change: 'removed', at: at(6) });
  const { comments, next_cursor } = await list(tenant, await conversationOf(question));
  expect(next_cursor).toBeNull();
  expect(
    comments.map(({ text, is_own, is_removed, replied, from }) => ({
      text,
      is_own,
      is_removed,
      replied,
      by: from.name,
    })),
  ).toEqual([
    { text: '', is_own: false, is_removed: true, replied: false, by: 'Bob' },
    { text: 'Ten.', is_own: true, is_removed: false, replied: false, by: '' },
    { text: 'How much?', is_own: false, is_removed: false, replied: false, by: 'Ann' },
    { text: 'Nice.', is_own: false, is_removed: false, replied: true, by: 'Bob' },
  ]);
});

test('an answer that was published here stands in the thread, with the conversation of its private part', async () => {
  const { tenant, account } = await open();
  const comment_id = await service.write(account, ANN.id, { text: 'How much?' });
  const question = commentOn(account, { comment_id, from: ANN });
  await service.store(question);
  await service.act(tenant, commentReply, { comment_id, message: 'We wrote to you.', private_message: 'Ten.' });
  const { comments } = await list(tenant, await conversationOf(question));
  expect(comments).toMatchObject([
    { text: 'We wrote to you.', is_own: true, parent_id: comment_id, conversation_id: null },
    { comment_id, replied: true, direct_conversation_id: 5 },
  ]);
});

test('pages go on where they stopped, and a thread shows nothing of another tenant or person', async () => {
  const [{ tenant, account }, other] = [await open(), await open()];
  const [first, second, third] = [1, 2, 3].map((minute) =>
    commentOn(account, { from: ANN, text: `${minute}`, at: at(minute) }),
  );
  if (!first || !second || !third) throw new Error('Three were made.');
  await service.store(first, second, third, commentOn(account, { from: BOB, text: 'Bob’s' }));
  const id = await conversationOf(first);
  const page = await list(tenant, id, { limit: 2 });
  expect(page.comments.map(({ text }) => text)).toEqual(['3', '2']);
  const rest = await list(tenant, id, { limit: 2, cursor: page.next_cursor ?? '' });
  expect([rest.comments.map(({ text }) => text), rest.next_cursor]).toEqual([['1'], null]);
  await expect(list(other.tenant, id)).rejects.toMatchObject({ code: 'unknown_conversation' });
  await expect(list(tenant, id, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_cursor' });
});
