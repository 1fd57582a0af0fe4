import { deleteMessage } from '@parley/common/contracts/messages/delete-message';
import { editMessage } from '@parley/common/contracts/messages/edit-message';
import { react } from '@parley/common/contracts/messages/react';
import { typing } from '@parley/common/contracts/messages/typing';
import type { Contract, InputOf } from '@parley/common/define-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend({ PARLEY_PROVIDER_TIMEOUT_MS: '20000' });
});
afterAll(() => system[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await system.addTenant();
});

const call = <C extends Contract>(contract: C, input: InputOf<C>) =>
  system.bus.callWithMeta(contract, input, {
    requestId: 'req_test',
    caller: { tenantId: tenant.id, tenantSlug: tenant.slug, instanceId: tenant.instanceId, channels: ['tg'] },
  });

/** The id of the tenant's bot. */
async function botId(): Promise<string> {
  const [bot] = await system.rows<{ external_id: string }>(
    'SELECT external_id FROM channel_accounts WHERE id = $1',
    tenant.tg,
  );
  return bot?.external_id ?? '';
}

test('a poll’s own id is stored with its message', async () => {
  await tenant.customerWrote('tg', '7200001');
  const poll = { question: 'Drink?', options: ['Tea', 'Coffee'], multiple: false };
  const { messageId } = await tenant.send({ channel: 'tg', to: '7200001', poll });
  expect(await system.rows('SELECT provider_message_id FROM message_parts WHERE message_id = $1', messageId)).toEqual([
    { provider_message_id: expect.stringMatching(/^poll:\d+$/) },
  ]);
});

test('an answer goes to the topic that a member last wrote in, one that quotes to that of the quoted message', async () => {
  const group = '-100720001';
  const people = system.sandbox.driver.channel('tg');
  const account = await botId();
  const lastIn = (topic: string) =>
    system.rows('UPDATE conversations SET provider_thread_id = $1 WHERE peer = $2', topic, group);
  for (const topic of [3, 8]) await people.customerWrites(group, { account, text: `in ${topic}`, topic });
  await tenant.customerWrote('tg', group, { threadId: '8' });
  await tenant.send({ channel: 'tg', to: group, message: 'to the last' });
  await lastIn('3');
  const { messageId } = await tenant.send({ channel: 'tg', to: group, message: 'to the other' });
  await lastIn('8');
  await tenant.send({ channel: 'tg', to: group, message: 'quoting', replyTo: messageId });
  // The topic General is not named.
  await lastIn('1');
  await tenant.send({ channel: 'tg', to: group, message: 'to all' });
  expect((await system.accepted(group)).map(({ body }) => Object(body).message_thread_id)).toEqual([
    8,
    3,
    undefined,
    undefined,
  ]);
});

async function connect(connectionId: string, given: { owner?: string; at?: string; isEnabled?: boolean } = {}) {
  const { owner = '990000001', at = '2026-11-01T00:00:00Z', isEnabled = true } = given;
  await system.rows(
    `INSERT INTO business_connections (channel_account_id, tenant_id, connection_id, owner_id, connected_at, is_enabled)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    tenant.tg,
    tenant.id,
    connectionId,
    owner,
    at,
    isEnabled,
  );
}

test('in a business chat the newest connection of its owner that has not ended is used, and ids stay those of the chat', async () => {
  const to = '7200003@bc_1-B';
  await tenant.customerWrote('tg', to);
  await connect('bc_1-B', { isEnabled: false });
  await connect('bc_3-B', { at: '2026-11-03T00:00:00Z' });
  // Its report came late.
  await connect('bc_2-B', { at: '2026-11-02T00:00:00Z' });
  await connect('bc_4-B', { at: '2026-11-04T00:00:00Z', isEnabled: false });
  await connect('bc_5-B', { at: '2026-11-05T00:00:00Z', owner: '990000002' });
  const { messageId } = await tenant.send({ channel: 'tg', to, message: 'We are open' });
  const { provider_message_id: target } = await tenant.onlyMessage();
  expect(target).toMatch(/^7200003@bc_1-B:\d+$/);
  await call(editMessage, { channel: 'tg', messageId, message: 'We are closed' });
  await call(typing, { channel: 'tg', to, state: 'typing' });
  await call(deleteMessage, { channel: 'tg', messageId });
  const reached = '7200003@bc_3-B';
  expect((await system.accepted(reached)).map(({ text }) => text)).toEqual(['We are open']);
  const acts = (await system.sandbox.driver.acts({ channel: 'tg' })).filter((act) => act.to === reached);
  expect(acts.map(({ act }) => act)).toEqual(['edit', 'typing', 'delete']);
  expect(await system.accepted(to)).toEqual([]);
});

test('in a business chat whose owner’s connections have all ended, Telegram’s refusal is the answer', async () => {
  const to = '7200004@bc_1-C';
  await tenant.customerWrote('tg', to);
  await connect('bc_1-C', { isEnabled: false });
  const people = system.sandbox.driver.channel('tg');
  await people.customerWrites('7200005@bc_other', { account: await botId(), type: 'business_connection' });
  await expect(tenant.send({ channel: 'tg', to, message: 'hi' })).rejects.toMatchObject({ code: 'telegram_error' });
});

test('in a business chat the bot replies, edits and deletes through the connection, and cannot react', async () => {
  const to = '7200002@bc_1-A';
  await tenant.customerWrote('tg', to);
  const { messageId } = await tenant.send({ channel: 'tg', to, message: 'We are open' });
  const { provider_message_id: target } = await tenant.onlyMessage();
  expect(target).toMatch(/^7200002@bc_1-A:\d+$/);
  const [sent] = await system.accepted(to);
  expect(sent?.body).toMatchObject({ chat_id: 7200002, business_connection_id: 'bc_1-A', text: 'We are open' });
  await call(editMessage, { channel: 'tg', messageId, message: 'We are closed' });
  await expect(call(react, { channel: 'tg', messageId, emoji: '👍' })).rejects.toMatchObject({
    code: 'telegram_error',
  });
  await call(deleteMessage, { channel: 'tg', messageId });
  const acts = (await system.sandbox.driver.acts({ channel: 'tg' })).filter((act) => act.to === to);
  expect(acts.map(({ act, value, target: of }) => [act, value, of])).toEqual([
    ['edit', 'We are closed', target],
    ['delete', null, target],
  ]);
});
