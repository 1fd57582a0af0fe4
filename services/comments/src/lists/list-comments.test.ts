import { casingOf } from '@parley/common/casing/contract-casing';
import { comments } from '@parley/common/contracts/comments/comments';
import type { InputOf } from '@parley/common/define-contract';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../../test/fixture.ts';
import { commentOn, type OpenComments, openComments } from '../../test/open-comments.ts';

let service: OpenComments;
let tenant: TestTenant;
let account: TestAccount;
const at = (minute: number) => new Date(Date.UTC(2026, 4, 5, 6, minute)).toISOString();

beforeAll(async () => {
  service = await openComments();
  tenant = await service.makeTenant();
  account = await service.connect(tenant, 'fb');
  const all = Array.from({ length: 12 }, (_, n) =>
    // Two per minute, alternating between two posts.
    commentOn(account, { text: `${n}`, at: at(Math.floor(n / 2)), postId: account.posts[n % 2] ?? null }),
  );
  await service.store(...all);
});
afterAll(() => service[Symbol.asyncDispose]());

const list = async (input: Partial<InputOf<typeof comments>> = {}, of = tenant) =>
  (await service.act(of, comments, { platform: 'fb', limit: 20, ...input })).output;
const textsOf = async (input: Partial<InputOf<typeof comments>> = {}) =>
  (await list(input)).comments.map(({ text }) => text);
const newestFirst = Array.from({ length: 12 }, (_, n) => `${11 - n}`);

test('comments are listed newest first, each as in its event, and with replied', async () => {
  const { ok, count, comments: listed, next_cursor } = casingOf(comments).toWire(await list());
  expect([ok, count, next_cursor]).toEqual([true, 12, null]);
  expect(listed.map(({ text }) => text)).toEqual(newestFirst);
  const reported = (await service.events(tenant)).map(({ data }) => data);
  for (const { replied, ...comment } of listed) {
    expect(replied).toBe(false);
    expect(reported).toContainEqual(comment);
  }
});

test('a cursor continues where the list stopped, whatever is added or removed in between', async () => {
  const first = await list({ limit: 5 });
  expect(first.count).toBe(5);
  const newcomer = commentOn(account, { text: 'newcomer', at: at(40) });
  const early = commentOn(account, { text: 'early', at: at(0) });
  await service.store(newcomer, early);
  const cursor = first.nextCursor ?? '';
  const second = await list({ limit: 5, cursor });
  const third = await list({ limit: 5, cursor: second.nextCursor ?? '' });
  const texts = [...first.comments, ...second.comments, ...third.comments].map(({ text }) => text);
  expect(texts.filter((text) => text !== 'early')).toEqual(newestFirst);
  expect(texts.filter((text) => text === 'early')).toHaveLength(1);
  expect(third.nextCursor).toBeNull();
  await service.store({ ...newcomer, change: 'removed' }, { ...early, change: 'removed' });
  expect(await textsOf()).toEqual(newestFirst);
});

test('post_id selects the comments of one post', async () => {
  const even = newestFirst.filter((text) => Number(text) % 2 === 0);
  expect(await textsOf({ postId: account.posts[0] })).toEqual(even);
  expect(await textsOf({ postId: 'none' })).toEqual([]);
});

test('limit is 1 to 100, 20 by default, and anything else is invalid_limit', async () => {
  expect(await textsOf({ limit: 1 })).toEqual(['11']);
  for (const limit of [0, 101, -1, 1.5])
    await expect(list({ limit })).rejects.toMatchObject({ code: 'invalid_limit', status: 400 });
  expect(comments.input.parse({ platform: 'fb' }).limit).toBe(20);
});

test('a cursor of another list is invalid_cursor', async () => {
  for (const cursor of ['x', 'YWZ0ZXI6NQ', Buffer.from('comment:1e3:2').toString('base64url'), '9'.repeat(150)])
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'invalid_cursor', status: 400 });
});

test('a tenant sees no comments of another tenant or platform', async () => {
  const stranger = await service.makeTenant();
  await service.connect(stranger, 'fb');
  expect((await list({}, stranger)).comments).toEqual([]);
  const { nextCursor } = await list({ limit: 5 });
  expect((await list({ cursor: nextCursor ?? '' }, stranger)).comments).toEqual([]);
  expect((await list({ postId: account.posts[0] }, stranger)).comments).toEqual([]);
  expect(await textsOf({ platform: 'ig' })).toEqual([]);
});

test('comments of an account that was disconnected stay listed', async () => {
  const other = await service.makeTenant();
  const left = await service.connect(other, 'ig');
  await service.store(commentOn(left));
  await service.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE id = $1`, [left.rowId]);
  expect((await list({ platform: 'ig' }, other)).count).toBe(1);
});
