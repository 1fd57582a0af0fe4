import { AppError } from '@parley/common/errors';
import { expect, test } from 'vitest';
import { makeRemoveTenantChannel } from './remove-tenant-channel.ts';

const CONTEXT = { requestId: 'req_test', deadlineAt: 0 };

/** Tenant 7 with one own account and one linked phone. */
function openRemoval() {
  const removed: string[] = [];
  const take = (tenantId: number, name: string, known: string): void => {
    if (tenantId !== 7 || name !== known) throw new AppError('not_connected');
    removed.push(name);
  };
  const remove = makeRemoveTenantChannel({
    tenantOf: async (slug) => (slug === 'shop' ? 7 : 8),
    async removeChannel(tenantId, channel, id) {
      take(tenantId, `${channel}/${id}`, 'wa/55501');
      return [{ channel: 'ig', id: '9' }];
    },
    removeDevice: async (tenantId, id) => take(tenantId, `wd/${id}`, 'wd/12'),
  });
  return { remove, removed };
}

test('a linked phone is logged out by its service; any other channel is disconnected with its linked accounts', async () => {
  const { remove, removed } = openRemoval();
  expect(await remove({ slug: 'shop', channel: 'wd', id: '12' }, CONTEXT)).toEqual({
    channel: 'wd',
    id: '12',
    status: 'disconnected',
    alsoDisconnected: [],
  });
  expect(await remove({ slug: 'shop', channel: 'wa', id: '55501' }, CONTEXT)).toMatchObject({
    alsoDisconnected: [{ channel: 'ig', id: '9' }],
  });
  expect(removed).toEqual(['wd/12', 'wa/55501']);
});

test('a phone of another tenant, or an unknown one, is not_connected', async () => {
  const { remove, removed } = openRemoval();
  for (const given of [
    { slug: 'other', channel: 'wd', id: '12' },
    { slug: 'shop', channel: 'wd', id: '13' },
  ] as const)
    await expect(remove(given, CONTEXT)).rejects.toMatchObject({ code: 'not_connected' });
  expect(removed).toEqual([]);
});
