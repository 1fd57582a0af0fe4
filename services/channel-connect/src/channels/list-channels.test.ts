import { channels } from '@parley/common/contracts/channels/channels';
import { connectTelegram } from '@parley/common/contracts/channels/connect-telegram';
import { listTenantChannels } from '@parley/common/contracts/operator/tenant-channels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWaNumbers, type WaNumbers } from '../../test/wa-numbers.ts';

let service: WaNumbers;
beforeAll(async () => {
  service = await openWaNumbers();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('lists of channels', () => {
  test('show the accounts that the key may use, and count each of its channels, including zero', async () => {
    const tenant = await service.makeTenant();
    const given = await service.makeNumber();
    const bot = await service.makeBot('listed_bot');
    await service.connect(tenant, given);
    await service.act(tenant, connectTelegram, { botToken: bot.token });
    expect((await service.act(tenant, channels, {})).output).toEqual({
      ok: true,
      channels: [
        { channel: 'wa', id: given.phoneNumberId, name: 'Shop', identifier: `+${given.number}`, status: 'connected' },
        { channel: 'tg', id: bot.id, name: 'listed_bot', status: 'connected' },
      ],
      counts: { wd: 0, wa: 1, tg: 1, fb: 0, ig: 0, tt: 0 },
    });
    const narrow = { ...tenant, caller: { ...tenant.caller, channels: ['tg' as const, 'fb' as const] } };
    expect((await service.act(narrow, channels, {})).output).toMatchObject({
      channels: [{ channel: 'tg' }],
      counts: { tg: 1, fb: 0 },
    });
    expect((await service.act(await service.makeTenant(), channels, {})).output.channels).toEqual([]);
  });

  test('of the operator continue by cursor', async () => {
    const tenant = await service.makeTenant();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const given = await service.makeNumber();
      await service.connect(tenant, given);
      ids.push(given.phoneNumberId);
    }
    const first = await service.operate(listTenantChannels, { slug: tenant.slug, limit: 2 });
    const second = await service.operate(listTenantChannels, {
      slug: tenant.slug,
      limit: 2,
      cursor: first.nextCursor ?? '',
    });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const rows = await service.database.db.prisma.channelAccount.findMany({
      where: { externalId: { in: ids } },
      orderBy: { id: 'asc' },
    });
    expect([...first.items, ...second.items].map(({ accountId }) => accountId)).toEqual(rows.map(({ id }) => id));
    expect(first.items[0]).toHaveProperty('connectedAt');
    await expect(service.operate(listTenantChannels, { slug: 'nobody', limit: 2 })).rejects.toMatchObject({
      code: 'unknown_tenant',
    });
  });
});
