import type { BusClient } from '@parley/bus/bus-client';
import type { sendWorkspaceMessage } from '@parley/common/contracts/internal/send-workspace-message';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { sendAwayMessages } from '@parley/inbox/replies/send-away-messages';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { beforeEach, expect, test } from 'vitest';
import { setBusinessHours } from '../../../inbound/test/business-hours.ts';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { openInbox } from '../../test/open-inbox.ts';

// docs/reference/console.md#business-hours
const AWAY = 'We are back at nine.';
type Order = InputOf<typeof sendWorkspaceMessage>;
type Outcome = OutputOf<typeof sendWorkspaceMessage>;

let inbound: OpenInbound;
let orders: Order[];
/** The answer of services/send; an error is a call that failed without an outcome. */
let answer: Outcome | Error;
beforeEach(async () => {
  inbound = await openForTest({ hasInboxDuties: false });
  orders = [];
  answer = { outcome: 'sent', messageId: '1' };
  await setHours(-3, -1);
});

const setHours = (from: number, to: number) => setBusinessHours(inbound, { from, to, message: AWAY });
const says = (text: string, from = '491711234567') => inbound.receiveMeta(messagesBody('Ann', textMessage(from, text)));
const call = (async (_contract: unknown, order: Order) => {
  orders.push(order);
  if (answer instanceof Error) throw answer;
  return answer;
}) as BusClient['call'];
/** A round of the worker, some seconds from now. */
const round = (afterMs = 1000) =>
  sendAwayMessages(openInbox(inbound.database.db, { now: () => new Date(Date.now() + afterMs), call }));
const waiting = () => inbound.database.db.prisma.awayMessage.count();
const conversation = () => inbound.database.db.prisma.conversation.findFirstOrThrow();
/** A message that left, as services/send stores it. */
const sends = async (origin: 'bot' | 'dashboard', { extra = '{}', hoursAgo = 0 } = {}) => {
  const { id, channelAccountId, channel, peer, tenantId } = await conversation();
  await inbound.rows(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           attachments, extra, happened_at, created_at)
     VALUES ($1, $2, $3, $4, 'out', $5, 'sent', $6, 'Hi', '[]', $7, now(), now() - make_interval(hours => $8))`,
    tenantId,
    id,
    channelAccountId,
    channel,
    origin,
    peer,
    extra,
    hoursAgo,
  );
};

test('a customer outside of the hours gets the away message once, and no second one for the next messages', async () => {
  await says('Are you there?');
  await round();
  const { id, tenantId } = await conversation();
  expect(orders).toEqual([{ tenantId, conversationId: id, key: expect.stringMatching(`^away-${id}-`), message: AWAY }]);
  await sends('bot');
  await says('Hello?');
  await round();
  expect(orders).toHaveLength(1);
  expect(await waiting()).toBe(0);
});

test('a customer who was answered after the hours ended gets no away message; an earlier answer does not prevent it', async () => {
  await says('Good evening');
  await sends('dashboard', { hoursAgo: 2 });
  await inbound.rows(`UPDATE messages SET id = nextval('messages_id_seq') WHERE direction = 'in'`);
  await inbound.rows(`UPDATE away_messages a SET message_id = (SELECT max(id) FROM messages)`);
  await round();
  expect(orders).toHaveLength(1);
  await says('Thanks');
  await sends('dashboard');
  await round();
  expect(orders).toHaveLength(1);
});

test('a bot answers first; a message that it leaves to people gets the away message', async () => {
  const botId = await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await says('What do you sell?');
  await round();
  expect([orders.length, await waiting()]).toEqual([0, 1]);
  await inbound.rows(`UPDATE bot_turns SET state = 'done', outcome = 'replied' WHERE bot_id = $1`, botId);
  await sends('bot', { extra: '{"bot":{"turn_id":"turn_1"}}' });
  await round(10_000);
  expect([orders.length, await waiting()]).toEqual([0, 0]);
  await inbound.rows(`UPDATE conversations SET bot = 'paused'`);
  await says('A person, please');
  await round();
  expect([orders.length, await waiting()]).toEqual([1, 0]);
});

test('nothing is sent once the business is open again, the away message is removed, or the conversation is closed', async () => {
  await says('Hi');
  await setHours(-1, 1);
  await round();
  await setHours(-3, -1);
  await says('Hi again', '491711234568');
  await inbound.rows('UPDATE tenants SET away_message = NULL');
  await round();
  await setHours(-3, -1);
  await says('And again', '491711234569');
  await inbound.rows(`UPDATE conversations SET status = 'resolved'`);
  await round();
  expect([orders, await waiting()]).toEqual([[], 0]);
});

test('a message of an earlier night gets no away message', async () => {
  await says('Hi');
  await inbound.rows(`UPDATE away_messages SET closed_at = closed_at - interval '1 day'`);
  await round();
  expect([orders, await waiting()]).toEqual([[], 0]);
});

test('a send without an outcome is repeated as the same message after the claim, by one worker at a time', async () => {
  await says('Are you there?');
  answer = new Error('No answer.');
  await expect(round()).rejects.toThrow('No answer.');
  await Promise.all([round(), round(5000)]);
  expect(orders).toHaveLength(1);
  answer = { outcome: 'running' };
  await round(62_000);
  expect(await waiting()).toBe(1);
  answer = { outcome: 'unknown' };
  await round(124_000);
  expect(orders).toHaveLength(3);
  expect(new Set(orders.map(({ key }) => key)).size).toBe(1);
  expect(await waiting()).toBe(0);
});

test('a refusal is final, and a message that arrives during the send keeps waiting', async () => {
  await says('Are you there?');
  answer = { outcome: 'refused', code: 'insufficient_balance' };
  await round();
  expect(await waiting()).toBe(0);
  await says('Hello?');
  const sending = sendAwayMessages(
    openInbox(inbound.database.db, {
      now: () => new Date(Date.now() + 1000),
      call: (async (contract: never, order: never, context: never) => {
        await says('Still here');
        return call(contract, order, context);
      }) as BusClient['call'],
    }),
  );
  await sending;
  expect(await waiting()).toBe(1);
});
