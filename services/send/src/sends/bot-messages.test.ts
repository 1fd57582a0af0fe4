import { eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import { sendBotMessage } from '@parley/common/contracts/internal/send-bot-message';
import { sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import type { InputOf } from '@parley/common/define-contract';
import { PLATFORM_EVENT_TYPES } from '@parley/common/events/event-types';
import { confirmSend } from '@parley/messaging/messages/settle-late';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
let conversationId: number;
let turn = 0;
let peer = 8000;

beforeAll(async () => {
  system = await openSend();
});
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
  await makeTestBot(system.database.db, { tenantId: tenant.id });
  conversationId = await tenant.customerWrote('tg', String(++peer));
  turn++;
});
afterAll(() => system[Symbol.asyncDispose]());

const facts = () => ({
  bot: { id: 'bot_1', name: 'Noor' },
  turn_id: `turn_${turn}`,
  usage: { provider: 'openai', model: 'm', input_tokens: 10, output_tokens: 5 },
  handed_over: false,
});
const sendAs = (given: Partial<InputOf<typeof sendBotMessage>> = {}) =>
  system.bus.call(
    sendBotMessage,
    {
      tenantId: tenant.id,
      conversationId,
      part: 1,
      message: 'We open at nine.',
      epoch: 0,
      facts: facts(),
      ...given,
    },
    { requestId: 'req_test' },
  );
const dashboardSends = () =>
  system.bus.call(
    sendFromDashboard,
    { slug: tenant.slug, id: conversationId, message: 'A person answers' },
    { requestId: 'req_test' },
  );
const stored = () => system.database.db.prisma.conversation.findUniqueOrThrow({ where: { id: conversationId } });
const ledger = () =>
  system.rows<{ kind: string; amount: string }>(
    `SELECT kind, amount::float8::text AS amount FROM credit_ledger WHERE tenant_id = $1 AND kind <> 'top_up' ORDER BY id`,
    tenant.id,
  );

test('a bot’s message is sent once with origin bot, however often its part is requested, and marks nothing as read', async () => {
  const first = await sendAs();
  expect(first).toMatchObject({ outcome: 'sent' });
  expect(await sendAs()).toEqual(first);
  expect(await system.accepted(String(peer))).toHaveLength(1);
  expect(await tenant.events('message.sent')).toMatchObject([{ data: { origin: 'bot', text: 'We open at nine.' } }]);
  expect(await stored()).toMatchObject({ bot: 'on', botEpoch: 0 });
  expect(await sendAs({ part: 2, message: 'And close at five.' })).toMatchObject({ outcome: 'sent' });
  expect(await system.accepted(String(peer))).toHaveLength(2);
});

test('a bot’s message has the normal price, which is refunded when the platform refuses it', async () => {
  await sendAs();
  expect(await ledger()).toEqual([{ kind: 'reserve', amount: '-1' }]);
  expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  turn++;
  await system.fault({ provider: 'tg', match: { to: String(peer) }, mode: 'error', code: 403 });
  expect(await sendAs()).toMatchObject({ outcome: 'refused', code: 'telegram_error' });
  expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
});

test('without the credit for it no message is sent', async () => {
  await system.rows('UPDATE tenants SET balance = 0.5 WHERE id = $1', tenant.id);
  expect(await sendAs()).toEqual({ outcome: 'refused', code: 'insufficient_balance' });
  expect(await system.accepted(String(peer))).toEqual([]);
});

test('after a person’s answer from the dashboard the bot’s message is not sent, and the bot is paused', async () => {
  await dashboardSends();
  expect(await stored()).toMatchObject({ bot: 'paused', botEpoch: 1, botPausedAt: expect.any(Date) });
  expect(await sendAs()).toEqual({ outcome: 'superseded' });
  expect(await sendAs({ epoch: 1 })).toEqual({ outcome: 'superseded' });
  expect(await system.accepted(String(peer))).toHaveLength(1);
  expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
});

test('a bot’s message never follows a person’s, even if both are sent at the same moment many times', async () => {
  await system.rows('UPDATE tenants SET balance = 1000 WHERE id = $1', tenant.id);
  const results: string[] = [];
  for (let nth = 0; nth < 30; nth++) {
    conversationId = await tenant.customerWrote('tg', String(++peer));
    turn++;
    const [bot] = await Promise.all([sendAs(), dashboardSends()]);
    results.push(bot.outcome);
    const rows = await system.rows<{ origin: string }>(
      'SELECT origin FROM messages WHERE conversation_id = $1 ORDER BY id',
      conversationId,
    );
    const origins = rows.map(({ origin }) => origin);
    expect(origins).toEqual(bot.outcome === 'sent' ? ['bot', 'dashboard'] : ['dashboard']);
  }
  expect(results.every((outcome) => outcome === 'sent' || outcome === 'superseded')).toBe(true);
});

test('a message through the API pauses only bots that are configured so', async () => {
  await tenant.send({ channel: 'tg', to: String(peer), message: 'by the API' });
  expect(await stored()).toMatchObject({ bot: 'on', botEpoch: 0 });
  await makeTestBot(system.database.db, { tenantId: tenant.id, pauseOnApi: true });
  await tenant.send({ channel: 'tg', to: String(peer), message: 'by the API' });
  expect(await stored()).toMatchObject({ bot: 'paused', botEpoch: 1 });
});

test('an unknown outcome stays unknown: the same part is never sent again', async () => {
  await system.fault({ provider: 'tg', match: { to: String(peer) }, mode: 'hang', after_accept: true });
  expect(await sendAs()).toEqual({ outcome: 'unknown' });
  // The first call may have been answered at its deadline, before the outcome was stored.
  const again = await pollUntil(
    async () => {
      const sent = await sendAs();
      return sent.outcome === 'running' ? null : sent;
    },
    { what: () => 'the end of the first call' },
  );
  expect(again).toEqual({ outcome: 'unknown' });
  expect(await system.accepted(String(peer))).toHaveLength(1);
});

test('platform webhooks receive bot-message besides message-sent, at once and when the outcome is learned late', async () => {
  await system.rows(
    `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret) VALUES ($1, $2, 'https://p.example/', $3, 'x')`,
    `plt_bots${turn}`,
    tenant.id,
    [...PLATFORM_EVENT_TYPES],
  );
  await sendAs();
  const [sent] = await tenant.events('message.sent');
  expect(await tenant.events('bot-message')).toEqual([{ type: 'bot-message', data: { ...sent?.data, ...facts() } }]);
  expect(await tenant.events('message-sent')).toHaveLength(1);
  turn++;
  await system.fault({ provider: 'tg', match: { to: String(peer) }, mode: 'hang', after_accept: true });
  await sendAs();
  const late = (await tenant.messages()).at(-1);
  const settlement = { messageId: String(late?.id), providerMessageId: 'late', at: new Date() };
  await system.database.db.transaction((sql) => confirmSend(sql, settlement));
  expect((await tenant.events('bot-message')).at(-1)).toMatchObject({ data: { ...facts(), text: 'We open at nine.' } });
});

test('erasing a tenant deletes the answers of its bots, and nothing of other tenants’ bots', async () => {
  const others = await system.addTenant({ balance: 10 });
  await makeTestBot(system.database.db, { tenantId: others.id });
  const elsewhere = await others.customerWrote('tg', String(++peer));
  expect(await sendAs()).toMatchObject({ outcome: 'sent' });
  const theirs = { ...facts(), turn_id: `turn_${turn}0` };
  const given = { tenantId: others.id, conversationId: elsewhere, facts: theirs };
  const sent = await sendAs(given);
  const request = { tenantId: tenant.id, requestedAt: new Date().toISOString(), cursor: null };
  const erase = () => system.bus.call(eraseTenantData.send, request, { requestId: 'req_test' });
  expect(await erase()).toMatchObject({ erased: { answers: 1 }, cursor: 'more' });
  expect(await erase()).toMatchObject({ erased: { answers: 0 }, cursor: null });
  const keys = await system.rows<{ key: string }>(
    `SELECT key FROM idempotency_keys WHERE key LIKE 'bot-turn_${turn}%'`,
  );
  expect(keys).toEqual([{ key: `bot-turn_${turn}0` }]);
  expect(await sendAs(given)).toEqual(sent);
});
