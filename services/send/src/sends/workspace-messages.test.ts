import { sendWorkspaceMessage } from '@parley/common/contracts/internal/send-workspace-message';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

// docs/reference/console.md#business-hours
let system: OpenSend;
let tenant: TestTenant;
let conversationId: number;
let peer = 9000;

beforeAll(async () => {
  system = await openSend();
});
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
  conversationId = await tenant.customerWrote('tg', String(++peer));
});
afterAll(() => system[Symbol.asyncDispose]());

const send = (key = 'away-1') =>
  system.bus.call(
    sendWorkspaceMessage,
    { tenantId: tenant.id, conversationId, key, message: 'We are back at nine.' },
    { requestId: 'req_test' },
  );
const stored = () => system.database.db.prisma.conversation.findUniqueOrThrow({ where: { id: conversationId } });

test('a message is sent once for each key, charged, and marks nothing as answered', async () => {
  const { unread } = await stored();
  const first = await send();
  expect(first).toMatchObject({ outcome: 'sent' });
  expect(await Promise.all([send(), send()])).toEqual([first, first]);
  expect(await system.accepted(String(peer))).toHaveLength(1);
  expect(await tenant.events('message.sent')).toMatchObject([
    { data: { origin: 'bot', text: 'We are back at nine.' } },
  ]);
  expect(await stored()).toMatchObject({ unread, bot: 'on', botEpoch: 0 });
  expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  await send('away-2');
  expect(await system.accepted(String(peer))).toHaveLength(2);
});

test('it pauses no bot, not even one that pauses on the API', async () => {
  await makeTestBot(system.database.db, { tenantId: tenant.id, pauseOnApi: true });
  expect(await send()).toMatchObject({ outcome: 'sent' });
  expect(await stored()).toMatchObject({ bot: 'on', botEpoch: 0, botPausedAt: null });
});

test('buttons are sent as buttons', async () => {
  const buttons = [
    { id: 'rating-3', title: '😀' },
    { id: 'rating-1', title: '🙁' },
  ];
  const order = { tenantId: tenant.id, conversationId, key: 'rating-1', message: 'How was it?', buttons };
  expect(await system.bus.call(sendWorkspaceMessage, order, { requestId: 'req_test' })).toMatchObject({
    outcome: 'sent',
  });
  expect(await tenant.events('message.sent')).toMatchObject([{ data: { text: 'How was it?', buttons } }]);
});

test('a refusal is returned as an outcome: without credit, by the platform, and for a conversation that the tenant does not have', async () => {
  await system.fault({ provider: 'tg', match: { to: String(peer) }, mode: 'error', code: 403 });
  expect(await send()).toMatchObject({ outcome: 'refused', code: 'telegram_error' });
  await system.rows('UPDATE tenants SET balance = 0.5 WHERE id = $1', tenant.id);
  expect(await send('away-2')).toEqual({ outcome: 'refused', code: 'insufficient_balance' });
  const other = await system.addTenant({ balance: 10 });
  const order = { tenantId: other.id, conversationId, key: 'away-1', message: 'Hi' };
  expect(await system.bus.call(sendWorkspaceMessage, order, { requestId: 'req_test' })).toEqual({
    outcome: 'refused',
    code: 'unknown_conversation',
  });
});
