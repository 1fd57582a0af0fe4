import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import { comments } from '@parley/common/contracts/comments/comments';
import { AppError } from '@parley/common/errors';
import type { FaultInput } from '@parley/sandbox/driver/sandbox-driver';
import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../../test/fixture.ts';
import { commentOn, type OpenComments, openComments } from '../../test/open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(async () => {
  service.neighbours.reset();
  await service.driver.clearFaults();
});

type Platform = 'fb' | 'ig' | 'tt';
const REPLY_PATH = { fb: '/comments', ig: '/replies', tt: '/comment/reply/create/' } as const;

/** An account with a comment that exists at the provider and was reported. */
async function open(platform: Platform, who: { from?: null } = {}) {
  const tenant = await service.makeTenant();
  const account = await service.connect(tenant, platform);
  const id = await service.write(account, '700001', { text: 'How much?' });
  const from = who.from === null ? null : { id: '700001', name: 'Ann' };
  await service.store(commentOn(account, { commentId: id, from }));
  return { tenant, account, id };
}
const reply = async (tenant: TestTenant, commentId: string, more: { message?: string; privateMessage?: string } = {}) =>
  (await service.act(tenant, commentReply, { commentId, message: 'Ten.', ...more })).output;
const disturb = (platform: Platform, fault: FaultInput) =>
  service.driver.channel(platform).failNext({ match: { path: REPLY_PATH[platform] }, ...fault });
const keyed = (key: string, body = 'a') => ({ key, bodyHash: Buffer.from(body.padEnd(32)).toString('hex') });
const repliedOf = async (tenant: TestTenant, platform: Platform) =>
  (await service.act(tenant, comments, { platform, limit: 20 })).output.comments.map(({ replied }) => replied);

describe('a public reply', () => {
  test.each(['fb', 'ig', 'tt'] as const)('on %s is published, and the comment counts as replied', async (platform) => {
    const { tenant, account, id } = await open(platform);
    expect(await repliedOf(tenant, platform)).toEqual([false]);
    const answer = await reply(tenant, id);
    expect(answer).toEqual({
      ok: true,
      platform,
      commentId: expect.any(String),
      inReplyTo: id,
      postId: account.posts[0],
      privateMessage: null,
    });
    expect(answer.commentId).not.toBe(id);
    expect(await service.published(account)).toEqual(['Ten.']);
    expect(await repliedOf(tenant, platform)).toEqual([true]);
  });

  test('is found by the id under another prefix (fb)', async () => {
    const { tenant, account, id } = await open('fb');
    expect((await reply(tenant, `${account.externalId}_${id.split('_').at(-1)}`)).inReplyTo).toBe(id);
  });

  test.each(['fb', 'ig', 'tt'] as const)('on %s fires no event, and neither does its webhook', async (platform) => {
    const { tenant, account, id } = await open(platform);
    const { commentId } = await reply(tenant, id);
    const own = { id: account.externalId, name: account.name };
    await service.store(commentOn(account, { commentId, from: own, text: 'Ten.', parentId: id }));
    if (platform === 'fb')
      await service.store(commentOn(account, { commentId: `1_${commentId.split('_').at(-1)}`, from: own }));
    expect(await service.events(tenant)).toHaveLength(1);
    expect(await repliedOf(tenant, platform)).toHaveLength(1);
  });

  test('whose webhook overtakes its answer fires no event either', async () => {
    for (const platform of ['fb', 'ig'] as const) {
      const { tenant, account, id } = await open(platform);
      await disturb(platform, { mode: 'delay', delay_ms: 300, after_accept: true });
      const answer = reply(tenant, id);
      await pollUntil(async () => ((await service.published(account)).length > 0 ? true : null), {
        what: () => 'the reply at the provider',
      });
      const own = await service.driver.graph.comments({ channel: platform, account: account.externalId, own: 'true' });
      const from = { id: account.externalId, name: account.name };
      await service.store(commentOn(account, { commentId: own[0]?.id ?? '', from, parentId: id }));
      expect((await answer).commentId.split('_').at(-1)).toBe(own[0]?.id.split('_').at(-1));
      expect(await service.events(tenant)).toHaveLength(1);
      const rows = await service.rows('SELECT 1 FROM comments WHERE channel_account_id = $1', [account.rowId]);
      expect(rows).toHaveLength(2);
    }
  });
});

describe('before anything is published', () => {
  const nothing = async (account: TestAccount) => {
    expect(await service.published(account)).toEqual([]);
    expect(service.neighbours.privateReplies).toEqual([]);
    const intents = `SELECT 1 FROM comment_replies r JOIN comments c ON c.id = r.comment_row_id WHERE c.channel_account_id = $1`;
    expect(await service.rows(intents, [account.rowId])).toEqual([]);
  };

  test('an undelivered comment is unknown_comment', async () => {
    const { account, id } = await open('fb');
    const stranger = await service.makeTenant();
    await expect(reply(stranger, id)).rejects.toMatchObject({ code: 'unknown_comment', status: 404 });
    await expect(reply(stranger, 'nonsense')).rejects.toMatchObject({ code: 'unknown_comment' });
    await nothing(account);
  });

  test('an own comment is unknown_comment', async () => {
    const { tenant, account } = await open('fb');
    const own = commentOn(account, { isOwn: true });
    await service.store(own);
    await expect(reply(tenant, own.commentId)).rejects.toMatchObject({ code: 'unknown_comment' });
  });

  test('a key without the platform is channel_not_allowed', async () => {
    const { tenant, account, id } = await open('ig');
    const limited = { ...tenant, caller: { ...tenant.caller, channels: ['fb' as const, 'wa' as const] } };
    await expect(reply(limited, id)).rejects.toMatchObject({ code: 'channel_not_allowed', status: 403 });
    await nothing(account);
  });

  test('private_message on tt is private_message_not_supported', async () => {
    const { tenant, account, id } = await open('tt');
    const refused = reply(tenant, id, { privateMessage: 'Psst' });
    await expect(refused).rejects.toMatchObject({ code: 'private_message_not_supported', status: 400 });
    await nothing(account);
  });

  // docs/reference/tt.md#comments
  test('private_message on tt is sent below a comment that TikTok offers for it', async () => {
    const { tenant, account, id } = await open('tt');
    await service.store(commentOn(account, { commentId: id, change: 'offered', postId: null }));
    expect((await reply(tenant, id, { privateMessage: 'Psst' })).privateMessage).toMatchObject({ ok: true });
    expect(service.neighbours.privateReplies[0]?.input).toMatchObject({ channel: 'tt', commentId: id, to: '700001' });
  });

  test('texts beyond the platform’s length are invalid_message and invalid_private_message', async () => {
    const cases = [
      ['tt', { message: 'x'.repeat(151) }, 'invalid_message'],
      ['ig', { message: 'x'.repeat(301) }, 'invalid_message'],
      ['ig', { privateMessage: 'é'.repeat(501) }, 'invalid_private_message'],
      ['fb', { privateMessage: 'x'.repeat(2001) }, 'invalid_private_message'],
    ] as const;
    for (const [platform, texts, code] of cases) {
      const { tenant, account, id } = await open(platform);
      await expect(reply(tenant, id, texts)).rejects.toMatchObject({ code, status: 400 });
      await nothing(account);
    }
  });

  test('a disconnected account is not_connected', async () => {
    const { tenant, account, id } = await open('fb');
    await service.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE id = $1`, [account.rowId]);
    await expect(reply(tenant, id)).rejects.toMatchObject({ code: 'not_connected', status: 404 });
    await nothing(account);
  });
});

describe('a private reply', () => {
  test.each(['fb', 'ig'] as const)('on %s is sent with the public one, for the caller’s key', async (platform) => {
    const { tenant, account, id } = await open(platform);
    const answer = await reply(tenant, id, { privateMessage: 'Psst' });
    expect(answer.privateMessage).toEqual({ ok: true, messageId: '77', conversationId: 5 });
    const [asked, ...more] = service.neighbours.privateReplies;
    expect(more).toEqual([]);
    expect(asked?.input).toEqual({
      channel: platform,
      externalId: account.externalId,
      commentId: id,
      to: '700001',
      name: 'Ann',
      message: 'Psst',
    });
    expect(asked?.context.caller).toEqual(tenant.caller);
  });

  test('to an anonymous commenter names the comment', async () => {
    const { tenant, id } = await open('fb', { from: null });
    await reply(tenant, id, { privateMessage: 'Psst' });
    expect(service.neighbours.privateReplies[0]?.input.to).toBe(`hidden:${id.split('_').at(-1)}`);
  });

  test.each(['graph_error', 'insufficient_balance', 'provider_timeout', 'service_unavailable'] as const)(
    'that ends as %s leaves the public one published',
    async (code) => {
      const { tenant, account, id } = await open('fb');
      service.neighbours.sendPrivately = async () => {
        throw new AppError(code, { message: 'No.', ...(code === 'service_unavailable' ? { retry_after: 1 } : {}) });
      };
      const { ok, privateMessage } = await reply(tenant, id, { privateMessage: 'Psst' });
      expect([ok, privateMessage]).toEqual([true, { ok: false, error: code, message: 'No.' }]);
      expect(await service.published(account)).toEqual(['Ten.']);
      expect(await repliedOf(tenant, 'fb')).toEqual([true]);
    },
  );

  test('is not sent when the public one is refused', async () => {
    const { tenant, id } = await open('ig');
    await disturb('ig', { mode: 'error', code: 100, description: 'No such comment.' });
    const refused = reply(tenant, id, { privateMessage: 'Psst' });
    await expect(refused).rejects.toMatchObject({ code: 'graph_error', message: 'No such comment.', status: 502 });
    expect(service.neighbours.privateReplies).toEqual([]);
    expect(await repliedOf(tenant, 'ig')).toEqual([false]);
  });
});

test('the same Idempotency-Key publishes once, and another body is idempotency_mismatch', async () => {
  const { tenant, account, id } = await open('fb');
  const input = { commentId: id, message: 'Ten.', privateMessage: 'Psst' };
  const first = await service.act(tenant, commentReply, input, keyed('k'));
  const again = await service.act(tenant, commentReply, input, keyed('k'));
  expect(again).toEqual({ output: first.output, replayed: true });
  expect(await service.published(account)).toEqual(['Ten.']);
  expect(service.neighbours.privateReplies).toHaveLength(1);
  const other = service.act(tenant, commentReply, input, keyed('k', 'b'));
  await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
});
