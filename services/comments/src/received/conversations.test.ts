import type { TestTenant } from '@parley/testing/factories/test-tenant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentOn, type OpenComments, openComments } from '../../test/open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
});
afterAll(() => service[Symbol.asyncDispose]());

async function open(platform: 'fb' | 'ig' = 'fb') {
  const tenant = await service.makeTenant();
  return { tenant, account: await service.connect(tenant, platform) };
}

test('a person has one conversation of comments per account, separate from direct messages', async () => {
  const { tenant, account } = await open('ig');
  const other = await service.connect(tenant, 'ig');
  const [direct] = await service.rows<{ contact: number }>(
    `INSERT INTO contacts (tenant_id, channel, name) VALUES ($1, 'ig', 'Ann') RETURNING id AS contact`,
    [tenant.id],
  );
  await service.rows(`INSERT INTO contact_addresses VALUES ($1, 'ig', '700001', $2)`, [tenant.id, direct?.contact]);
  await service.rows(
    `INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer, last_message_at)
     VALUES ($1, 'ig', $2, $3, '700001', now())`,
    [tenant.id, account.rowId, direct?.contact],
  );
  const [old] = await service.rows<{ id: number }>('SELECT id FROM conversations WHERE tenant_id = $1', [tenant.id]);
  await service.store(commentOn(account), commentOn(account), commentOn(other));
  const reported = (await service.events(tenant)).map(({ data, conversationId }) => {
    const { id } = data.account as { id: string }; // safe: parsed by the contract's own schema in another test
    return `${id} ${conversationId}`;
  });
  expect(new Set(reported).size).toBe(2);
  expect(reported).not.toContain(`${account.externalId} ${old?.id}`);
});

describe('a new comment in a closed conversation', () => {
  const statusOf = async (tenant: TestTenant) =>
    (await service.rows<{ status: string }>('SELECT status FROM conversations WHERE tenant_id = $1', [tenant.id]))[0]
      ?.status;
  const setStatus = (tenant: TestTenant, status: string) =>
    service.rows('UPDATE conversations SET status = $2 WHERE tenant_id = $1', [tenant.id, status]);

  test.each(['resolved', 'archived'])('reopens a %s one once, with two replicas', async (status) => {
    const { tenant, account } = await open();
    const first = commentOn(account);
    await service.store(first);
    await setStatus(tenant, status);
    await service.rows(
      `INSERT INTO platform_webhooks (instance_id, url, events, secret)
       VALUES ('plt_' || $1, 'https://platform.example/hook', '{conversation-status-updated}', 'x')`,
      [status],
    );
    const second = await service.startReplica();
    await Promise.all([service, second].map((replica) => replica.store(commentOn(account), commentOn(account))));
    await second.close();
    await service.rows('UPDATE platform_webhooks SET revoked_at = now()');
    expect(await statusOf(tenant)).toBe('open');
    const updated = (await service.events(tenant)).filter(({ type }) => type === 'conversation-status-updated');
    expect(updated.map(({ data }) => data)).toMatchObject([
      { status: 'open', previous_status: status, by: { type: 'customer', id: expect.any(String) } },
    ]);
  });

  test('is distinct from a repeat, edit, removal or answer of the account, which leave the conversation as it is', async () => {
    const { tenant, account } = await open();
    const first = commentOn(account);
    await service.store(first);
    await setStatus(tenant, 'resolved');
    await service.store(first, { ...first, change: 'edited', text: 'How many?' });
    await service.store(commentOn(account, { isOwn: true, parentId: first.commentId }));
    await service.store({ ...first, change: 'removed' });
    expect(await statusOf(tenant)).toBe('resolved');
  });
});
