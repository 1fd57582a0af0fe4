import type { TestTenant } from '@parley/testing/test-tenant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentOn, type OpenComments, openComments } from './open-comments.ts';

let service: OpenComments;
beforeAll(async () => {
  service = await openComments();
});
afterAll(() => service[Symbol.asyncDispose]());

async function open() {
  const tenant = await service.makeTenant();
  return { tenant, account: await service.connect(tenant, 'fb') };
}

describe('a new comment of a conversation that is not open', () => {
  const statusOf = async (tenant: TestTenant) =>
    (await service.rows<{ status: string }>('SELECT status FROM conversations WHERE tenant_id = $1', [tenant.id]))[0]
      ?.status;
  const setStatus = (tenant: TestTenant, status: string) =>
    service.rows('UPDATE conversations SET status = $2 WHERE tenant_id = $1', [tenant.id, status]);

  test.each(['resolved', 'archived'])('opens one that is %s once, at two replicas', async (status) => {
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

  test('is no repeat, edit, removal or answer of the account: those leave it as it is', async () => {
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
