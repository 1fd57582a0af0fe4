import { CHANNELS } from '@parley/common/channels';
import { deleteMessage } from '@parley/common/contracts/messages/delete-message';
import { editMessage } from '@parley/common/contracts/messages/edit-message';
import type { Contract, InputOf } from '@parley/common/define-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend();
});
afterAll(() => system[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
});

let people = 8_200_000;
const call = <C extends Contract>(contract: C, input: InputOf<C>) =>
  system.bus.call(contract, input, {
    requestId: 'req_test',
    caller: { tenantId: tenant.id, tenantSlug: tenant.slug, instanceId: tenant.instanceId, channels: [...CHANNELS] },
  });
const askFor = (...events: string[]) =>
  system.rows('UPDATE api_keys SET events = events || $2::text[] WHERE tenant_id = $1', tenant.id, events);

/** A text that the bot sent. */
async function sentByBot(): Promise<{ to: string; messageId: string; target: string }> {
  const to = String(++people);
  await tenant.customerWrote('tg', to);
  const { messageId } = await tenant.send({ channel: 'tg', to, message: 'First text' });
  const { provider_message_id: target } = await tenant.onlyMessage();
  return { to, messageId, target: target ?? '' };
}

describe('an edit or a deletion by the account', () => {
  test('is reported once as message.updated and message.deleted of the account, to a key that subscribes', async () => {
    await askFor('message.updated', 'message.deleted');
    const { to, messageId, target } = await sentByBot();
    for (const _repeat of [1, 2]) await call(editMessage, { channel: 'tg', messageId, message: 'Second text' });
    for (const _repeat of [1, 2]) await call(deleteMessage, { channel: 'tg', messageId });
    const [bot] = await system.rows<{ external_id: string; name: string }>(
      'SELECT external_id, name FROM channel_accounts WHERE id = $1',
      tenant.tg,
    );
    const common = {
      channel: 'tg',
      conversation_id: (await tenant.onlyMessage()).conversation_id,
      message_id: messageId,
      direction: 'out',
      peer: to,
      account: { id: bot?.external_id, number: null, label: bot?.name },
      provider_message_id: target,
    };
    expect((await tenant.events()).slice(1)).toEqual([
      { type: 'message.updated', data: { ...common, text: 'Second text', edited_at: expect.any(String) } },
      { type: 'message.deleted', data: { ...common, by: 'account', deleted_at: expect.any(String) } },
    ]);
    // The event is written by the transaction that stores the act.
    expect(
      await system.rows(
        `SELECT m.id::text FROM messages m JOIN events e ON e.xmin::text = m.xmin::text
          WHERE m.id = $1 AND e.type = 'message.deleted'`,
        messageId,
      ),
    ).toEqual([{ id: messageId }]);
  });

  test('is reported to a platform webhook that subscribes, and to no key that does not', async () => {
    await system.rows(
      `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret)
       VALUES ($2, $1, 'https://platform.example/hook', '{message.deleted}', 'x')`,
      tenant.id,
      `plt_${tenant.slug}`,
    );
    const { messageId } = await sentByBot();
    await call(editMessage, { channel: 'tg', messageId, message: 'Second text' });
    await call(deleteMessage, { channel: 'tg', messageId });
    expect((await tenant.events()).map(({ type }) => type)).toEqual(['message.sent', 'message.deleted']);
    expect(
      await system.rows(
        `SELECT d.instance_id FROM deliveries d JOIN events e ON e.seq = d.event_seq
          WHERE e.tenant_id = $1 AND e.type = 'message.deleted'`,
        tenant.id,
      ),
    ).toEqual([{ instance_id: `plt_${tenant.slug}` }]);
  });

  test('that the platform refuses is not reported', async () => {
    await askFor('message.updated', 'message.deleted');
    const { messageId } = await sentByBot();
    await system.fault({ provider: 'tg', mode: 'error', code: 400 });
    await expect(call(deleteMessage, { channel: 'tg', messageId })).rejects.toMatchObject({ code: 'telegram_error' });
    expect((await tenant.events()).map(({ type }) => type)).toEqual(['message.sent']);
  });
});
