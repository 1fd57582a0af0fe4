import { commentReply } from '@parley/common/contracts/comments/comment-reply';
import { comments } from '@parley/common/contracts/comments/comments';
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
  service.databaseSwitch.restore();
  service.neighbours.reset();
  await service.driver.clearFaults();
});

type Platform = 'fb' | 'ig' | 'tt';
const REPLY_PATH = { fb: '/comments', ig: '/replies', tt: '/comment/reply/create/' } as const;
const PLATFORMS = ['fb', 'ig', 'tt'] as const;

interface Given {
  key?: string;
  privateMessage?: string;
  deadlineMs?: number;
}

async function open(platform: Platform) {
  const tenant = await service.makeTenant();
  const account = await service.connect(tenant, platform);
  const id = await service.write(account, '700001', { text: 'How much?' });
  await service.store(commentOn(account, { commentId: id }));
  const reply = (given: Given = {}) => replyTo(tenant, id, given);
  return { tenant, account, id, reply };
}
async function replyTo(tenant: TestTenant, commentId: string, { key, deadlineMs, ...more }: Given) {
  const idempotency = key === undefined ? undefined : { key, bodyHash: Buffer.alloc(32, 1).toString('hex') };
  const input = { commentId, message: 'Ten.', ...more };
  return (await service.act(tenant, commentReply, input, idempotency, deadlineMs)).output;
}
const disturb = (platform: Platform, fault: FaultInput) =>
  service.driver.channel(platform).failNext({ match: { path: REPLY_PATH[platform] }, ...fault });
const publishedOn = (account: TestAccount) =>
  pollUntil(async () => ((await service.published(account)).length > 0 ? true : null), {
    what: () => 'the reply at the provider',
  });
const isReplied = async (tenant: TestTenant, platform: Platform) =>
  (await service.act(tenant, comments, { platform, limit: 20 })).output.comments[0]?.replied;
const statusesOf = async (tenant: TestTenant) => {
  const rows = await service.rows<{ status: string }>('SELECT status FROM comment_replies WHERE tenant_id = $1', [
    tenant.id,
  ]);
  return rows.map(({ status }) => status);
};

describe('a reply with an unknown outcome', () => {
  test.each(PLATFORMS)('on %s is provider_timeout, and not published again', async (platform) => {
    const { account, reply } = await open(platform);
    await disturb(platform, { mode: 'reset', after_accept: true });
    const first = reply({ key: 'k', ...(platform === 'tt' ? {} : { privateMessage: 'Psst' }) });
    await expect(first).rejects.toMatchObject({ code: 'provider_timeout', status: 504 });
    const again = reply({ key: 'k', ...(platform === 'tt' ? {} : { privateMessage: 'Psst' }) });
    await expect(again).rejects.toMatchObject({ code: 'provider_timeout' });
    expect(await service.published(account)).toEqual(['Ten.']);
    expect(service.neighbours.privateReplies).toEqual([]);
  });

  test('without an answer of the platform is provider_timeout before the caller’s deadline', async () => {
    const { account, reply } = await open('fb');
    await disturb('fb', { mode: 'hang' });
    await expect(reply()).rejects.toMatchObject({ code: 'provider_timeout', status: 504 });
    expect(await service.published(account)).toEqual([]);
  });

  test('of a process that died is not published again by the same request', async () => {
    const { tenant, account, reply } = await open('ig');
    await disturb('ig', { mode: 'error', code: 100 });
    await expect(reply()).rejects.toMatchObject({ code: 'graph_error' });
    await service.rows(
      `INSERT INTO comment_replies (tenant_id, comment_row_id, instance_id, idempotency_key, text, created_at)
       SELECT tenant_id, id, $2, 'dead', 'Ten.', now() FROM comments WHERE channel_account_id = $1`,
      [account.rowId, tenant.caller.instanceId],
    );
    await expect(reply({ key: 'dead' })).rejects.toMatchObject({ code: 'provider_timeout', status: 504 });
    expect(await service.published(account)).toEqual([]);
    // Another request makes another reply.
    await expect(reply({ key: 'other' })).resolves.toMatchObject({ ok: true });
  });

  test('of a process that died after publishing is answered, and its private reply is not sent again', async () => {
    const { tenant, reply } = await open('fb');
    const first = await reply({ key: 'k', privateMessage: 'Psst' });
    await service.rows('DELETE FROM idempotency_keys WHERE instance_id = $1', [tenant.caller.instanceId]);
    expect(await reply({ key: 'k', privateMessage: 'Psst' })).toEqual(first);
    expect(service.neighbours.privateReplies).toHaveLength(1);
    await service.rows('DELETE FROM idempotency_keys WHERE instance_id = $1', [tenant.caller.instanceId]);
    const other = service.act(
      tenant,
      commentReply,
      { commentId: first.inReplyTo, message: 'Twelve.' },
      { key: 'k', bodyHash: Buffer.alloc(32, 2).toString('hex') },
    );
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });
});

describe('a refusal', () => {
  test.each(PLATFORMS)('that certainly published nothing is retried on %s', async (platform) => {
    const { account, reply } = await open(platform);
    await disturb(platform, { mode: 'status', status: 503, headers: { 'retry-after': '0' }, times: 2 });
    await expect(reply()).resolves.toMatchObject({ ok: true });
    expect(await service.published(account)).toEqual(['Ten.']);
  });

  test.each(PLATFORMS)('with a Retry-After beyond the deadline is the answer on %s', async (platform) => {
    const { account, reply } = await open(platform);
    await disturb(platform, { mode: 'rate_limit', retry_after: 60 });
    const code = platform === 'tt' ? 'tiktok_error' : 'graph_error';
    await expect(reply()).rejects.toMatchObject({ code, status: 502 });
    expect(await service.published(account)).toEqual([]);
  });

  test('of the token is the platform error, and is reported', async () => {
    for (const platform of ['fb', 'ig'] as const) {
      const { account, tenant, reply } = await open(platform);
      await disturb(platform, { mode: 'error', code: 190, subcode: 460 });
      await expect(reply({ key: 'k' })).rejects.toMatchObject({ code: 'graph_error', status: 502 });
      const reported = await pollUntil(() => service.neighbours.broken[0] ?? null, {
        what: () => 'the report',
      });
      expect(reported).toMatchObject({ tenantId: tenant.id, channel: platform, externalId: account.externalId });
      expect(await statusesOf(tenant)).toEqual([]);
      service.neighbours.reset();
    }
  });

  test('of an expired access token is followed by a call with a new token (tt)', async () => {
    const { account, reply } = await open('tt');
    await service.driver.tiktok.endTokens(account.externalId, 'expired');
    service.neighbours.refresh = async () => {
      const { access_token, refresh_token } = await service.driver.tiktok.issueTokens(account.externalId);
      await service.keepCredentials(account, { access_token, refresh_token });
      return { refreshed: true };
    };
    await expect(reply()).resolves.toMatchObject({ ok: true });
    expect(service.neighbours.refreshes).toHaveLength(1);
    expect(await service.published(account)).toEqual(['Ten.']);
  });

  test('of an access token that cannot be renewed is tiktok_error, after one attempt', async () => {
    const { account, reply } = await open('tt');
    await service.driver.tiktok.endTokens(account.externalId, 'expired');
    await expect(reply()).rejects.toMatchObject({ code: 'tiktok_error', extras: { provider: { code: 40102 } } });
    expect(service.neighbours.refreshes).toHaveLength(1);
    expect(await service.published(account)).toEqual([]);
  });

  test('is replayed for the same Idempotency-Key, and another key may retry', async () => {
    const { account, reply } = await open('fb');
    await disturb('fb', { mode: 'error', code: 100, description: 'No.' });
    await expect(reply({ key: 'k' })).rejects.toMatchObject({ code: 'graph_error', message: 'No.' });
    await expect(reply({ key: 'k' })).rejects.toMatchObject({ code: 'graph_error', message: 'No.' });
    expect(await service.published(account)).toEqual([]);
    await expect(reply({ key: 'l' })).resolves.toMatchObject({ ok: true });
  });
});

/** Long enough for the test to cut the database before the service has the answer. */
const LATE_ANSWER = { mode: 'delay', delay_ms: 1500, after_accept: true } as const;

describe('a database outage', () => {
  test('before anything is published is service_unavailable', async () => {
    const { account, reply } = await open('fb');
    service.databaseSwitch.cut();
    await expect(reply()).rejects.toMatchObject({ code: 'service_unavailable', extras: { retry_after: 1 } });
    expect(await service.published(account)).toEqual([]);
  });

  test('that is short, after the platform published the reply, does not change the answer', async () => {
    const { tenant, account, reply } = await open('fb');
    await disturb('fb', LATE_ANSWER);
    const answer = reply({ key: 'k' });
    await publishedOn(account);
    const refusedBefore = service.databaseSwitch.refused();
    service.databaseSwitch.cut();
    await pollUntil(() => service.databaseSwitch.refused() > refusedBefore || null, {
      what: () => 'the service to meet the outage',
    });
    service.databaseSwitch.restore();
    expect(await answer).toMatchObject({ ok: true });
    expect(await isReplied(tenant, 'fb')).toBe(true);
    expect(await statusesOf(tenant)).toEqual(['posted']);
    expect(await reply({ key: 'k' })).toEqual(await answer);
    expect(await service.published(account)).toEqual(['Ten.']);
  });

  test.each(PLATFORMS)(
    'that outlasts the caller’s deadline is provider_timeout on %s, and no second reply is published',
    async (platform) => {
      const { tenant, account, reply } = await open(platform);
      await disturb(platform, LATE_ANSWER);
      const answer = reply({ key: 'k', deadlineMs: 5000 });
      const ended = answer.catch((error: unknown) => error);
      await publishedOn(account);
      service.databaseSwitch.cut();
      expect(await ended).toMatchObject({ code: 'provider_timeout', status: 504 });
      service.databaseSwitch.restore();
      // The key stays locked as long as its run may take; then the run counts as dead.
      const lockUntil = (when: string) =>
        service.rows(`UPDATE idempotency_keys SET locked_until = now() + $2::interval WHERE instance_id = $1`, [
          tenant.caller.instanceId,
          when,
        ]);
      await lockUntil('1 h');
      await expect(reply({ key: 'k' })).rejects.toMatchObject({ code: 'idempotency_in_progress' });
      await lockUntil('-1 s');
      await expect(reply({ key: 'k' })).rejects.toMatchObject({ code: 'provider_timeout' });
      expect(await service.published(account)).toEqual(['Ten.']);
    },
  );

  test('after the platform’s refusal returns the refusal', async () => {
    const { account, reply } = await open('tt');
    await service.driver.tiktok.endTokens(account.externalId, 'expired');
    service.neighbours.refresh = async () => {
      service.databaseSwitch.cut();
      return { refreshed: false };
    };
    await expect(reply({ deadlineMs: 6000 })).rejects.toMatchObject({ code: 'tiktok_error', status: 502 });
  });

  test('after the private reply returns the sent private reply', async () => {
    const { account, reply } = await open('fb');
    service.neighbours.sendPrivately = async () => {
      service.databaseSwitch.cut();
      return { messageId: '78', conversationId: 6 };
    };
    const answer = await reply({ privateMessage: 'Psst' });
    expect(answer.privateMessage).toEqual({ ok: true, messageId: '78', conversationId: 6 });
    expect(await service.published(account)).toEqual(['Ten.']);
  });
});

test('too short a deadline is service_unavailable, and nothing is published', async () => {
  const { tenant, account, reply } = await open('ig');
  await expect(reply({ deadlineMs: 1500 })).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await service.published(account)).toEqual([]);
  expect(await statusesOf(tenant)).toEqual([]);
});
