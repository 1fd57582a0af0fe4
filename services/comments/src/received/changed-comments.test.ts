import { CommentDeletedData, CommentUpdatedData } from '@parley/common/events/opt-in-events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commentOn, type OpenComments, openComments } from '../../test/open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
});
afterAll(() => service[Symbol.asyncDispose]());

async function open({ asks }: { asks: boolean }) {
  const tenant = await service.makeTenant();
  if (asks)
    await service.rows('UPDATE api_keys SET events = events || $2::text[] WHERE instance_id = $1', [
      tenant.caller.instanceId,
      ['comment.updated', 'comment.deleted'],
    ]);
  return { tenant, account: await service.connect(tenant, 'fb') };
}

const later = (ms: number): string => new Date(Date.now() + ms).toISOString();

test('an edit and a removal of a reported comment are reported once each to a key that subscribes', async () => {
  const { tenant, account } = await open({ asks: true });
  const change = commentOn(account);
  await service.store(change);
  const edit = { ...change, change: 'edited' as const, text: 'How many?', at: later(1000) };
  const removal = { ...change, change: 'removed' as const, at: later(2000) };
  for (const _repeat of [1, 2]) await service.store(edit);
  await service.store({ ...edit, text: 'older', at: later(500) });
  for (const _repeat of [1, 2]) await service.store(removal);
  await service.store({ ...edit, text: 'after the removal', at: later(3000) });
  const [received, updated, deleted, ...more] = await service.events(tenant);
  expect(more).toEqual([]);
  const named = {
    platform: 'fb',
    comment_id: change.commentId,
    post_id: change.postId,
    parent_id: change.parentId,
    conversation_id: received?.conversationId,
    account: { id: account.externalId, number: null, label: account.name },
  };
  expect(updated).toMatchObject({ type: 'comment.updated' });
  expect(updated?.data).toEqual({
    ...named,
    text: 'How many?',
    from: { id: '700001', name: 'Ann' },
    hidden: null,
    updated_at: edit.at,
  });
  expect(deleted).toMatchObject({ type: 'comment.deleted' });
  expect(deleted?.data).toEqual({ ...named, deleted_at: removal.at });
  expect(CommentUpdatedData.parse(updated?.data)).toEqual(updated?.data);
  expect(CommentDeletedData.parse(deleted?.data)).toEqual(deleted?.data);
});

test('hiding a comment and showing it again are reported once each, with its content', async () => {
  const { tenant, account } = await open({ asks: true });
  const change = commentOn(account);
  await service.store(change);
  const hidden = { ...change, change: 'hidden' as const, text: '', from: null, at: later(1000) };
  const shown = { ...hidden, change: 'shown' as const, at: later(3000) };
  for (const _repeat of [1, 2]) await service.store(hidden);
  await service.store({ ...change, change: 'edited', text: 'How many?', at: later(2000) });
  for (const _repeat of [1, 2]) await service.store(shown);
  await service.store(hidden);
  const [, ...updates] = await service.events(tenant);
  expect(updates.map(({ type, data }) => [type, data.text, data.hidden, data.updated_at])).toEqual([
    ['comment.updated', change.text, true, hidden.at],
    ['comment.updated', 'How many?', true, expect.any(String)],
    ['comment.updated', 'How many?', false, shown.at],
  ]);
  for (const { data } of updates) expect(CommentUpdatedData.parse(data)).toEqual(data);
});

test('nothing is reported of a comment that was never reported, of the account’s own, or without a subscribed key', async () => {
  const { tenant, account } = await open({ asks: true });
  const early = commentOn(account);
  await service.store({ ...early, change: 'hidden', at: later(500) });
  await service.store({ ...early, change: 'removed', at: later(1000) });
  await service.store(early);
  const own = commentOn(account, { isOwn: true });
  await service.store(own);
  await service.store({ ...own, change: 'edited', text: 'ours, edited', at: later(1000) });
  expect(await service.events(tenant)).toEqual([]);
  const other = await open({ asks: false });
  const change = commentOn(other.account);
  await service.store(change);
  await service.store({ ...change, change: 'edited', text: 'edited', at: later(1000) });
  await service.store({ ...change, change: 'removed', at: later(2000) });
  expect((await service.events(other.tenant)).map(({ type }) => type)).toEqual(['comment.received']);
});
