import type { BusClient } from '@parley/bus/bus-client';
import { showSatisfaction } from '@parley/common/contracts/console/satisfaction';
import type { sendWorkspaceMessage } from '@parley/common/contracts/internal/send-workspace-message';
import { updateConversation } from '@parley/common/contracts/operator/conversations';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { sendSatisfactionQuestions } from '@parley/inbox/replies/send-satisfaction-questions';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { beforeEach, expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../../inbound/test/open-inbound.ts';
import { messagesBody, textMessage } from '../../../inbound/test/wa-bodies.ts';
import { addMember, type Desk, operatorOf } from '../../test/open-desk.ts';
import { openInbox } from '../../test/open-inbox.ts';

// docs/reference/console.md#satisfaction
const QUESTION = 'How was our help?';
type Order = InputOf<typeof sendWorkspaceMessage>;

let inbound: OpenInbound;
let agent: Desk;
let orders: Order[];
let answer: OutputOf<typeof sendWorkspaceMessage> | Error;
beforeEach(async () => {
  inbound = await openForTest({ hasInboxDuties: false });
  agent = await addMember(inbound, { name: 'Priya' });
  orders = [];
  answer = { outcome: 'sent', messageId: '1' };
  await inbound.rows('UPDATE tenants SET satisfaction_question = $2 WHERE id = $1', inbound.tenantId, QUESTION);
});

const says = (text: string, from = '491711234567') => inbound.receiveMeta(messagesBody('Ann', textMessage(from, text)));
const conversation = () => inbound.database.db.prisma.conversation.findFirstOrThrow({ orderBy: { id: 'asc' } });
const questions = () => inbound.database.db.prisma.satisfactionQuestion.findMany({ orderBy: { id: 'asc' } });
const setStatus = async (status: 'open' | 'resolved' | 'archived', by: Desk = agent) =>
  by.call(updateConversation, { slug: 'acme', id: (await conversation()).id, status });
/** A round of the worker, by default once a question is due. */
const round = (afterMs = 11_000) => {
  const call = (async (_contract: unknown, order: Order) => {
    orders.push(order);
    if (answer instanceof Error) throw answer;
    return answer;
  }) as BusClient['call'];
  return sendSatisfactionQuestions(openInbox(inbound.database.db, { now: () => new Date(Date.now() + afterMs), call }));
};
const figures = () => agent.call(showSatisfaction, { days: 30 });

test('a customer is asked once after a member resolved the conversation, and the answer is counted', async () => {
  await says('Where is my order?');
  await setStatus('resolved');
  await round(0);
  expect(orders).toEqual([]);
  await Promise.all([round(), round(), round()]);
  const { id, tenantId } = await conversation();
  const [{ id: question } = { id: 0n }] = await questions();
  expect(orders).toEqual([
    {
      tenantId,
      conversationId: id,
      key: `rating-${question}`,
      message: QUESTION,
      buttons: [
        { id: 'rating-3', title: '😀' },
        { id: 'rating-2', title: '😐' },
        { id: 'rating-1', title: '🙁' },
      ],
    },
  ]);
  expect(await figures()).toEqual({ asked: 1, good: 0, middling: 0, bad: 0 });
  const before = await conversation();
  await says('1');
  expect(await conversation()).toMatchObject({ status: 'resolved', unread: before.unread, isSnoozed: false });
  expect(await figures()).toEqual({ asked: 1, good: 1, middling: 0, bad: 0 });
});

test('the rating is a message in the thread, and a second rating or any other text opens the conversation', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await says('Hi');
  await inbound.rows(`UPDATE bot_turns SET state = 'done', outcome = 'no_reply'`);
  await setStatus('resolved');
  await round();
  await says('🙁');
  expect(await inbound.rows(`SELECT 1 FROM bot_turns WHERE state = 'open'`)).toEqual([]);
  expect(await inbound.rows('SELECT text FROM messages ORDER BY id')).toEqual([{ text: 'Hi' }, { text: '🙁' }]);
  await says('🙁');
  expect(await conversation()).toMatchObject({ status: 'open' });
  expect(await figures()).toMatchObject({ asked: 1, bad: 1 });
  expect(await inbound.rows(`SELECT 1 FROM bot_turns WHERE state = 'open'`)).toHaveLength(1);
});

test('repeated webhooks and several answers at once count once', async () => {
  await says('Hi');
  await setStatus('resolved');
  await round();
  const bodies = [1, 2, 3].map(() => messagesBody('Ann', textMessage('491711234567', '😐')));
  await Promise.all([...bodies, ...bodies].map((body) => inbound.receiveMeta(body)));
  expect(await figures()).toEqual({ asked: 1, good: 0, middling: 1, bad: 0 });
});

test('no question without a text, after an archive, after the operator’s resolve, late, twice a day, or in a group', async () => {
  await says('Hi');
  await setStatus('archived');
  await setStatus('open');
  await setStatus('resolved', operatorOf(inbound));
  await inbound.rows('UPDATE tenants SET satisfaction_question = NULL');
  await setStatus('open');
  await setStatus('resolved');
  await inbound.rows('UPDATE tenants SET satisfaction_question = $1', QUESTION);
  await inbound.rows(`UPDATE conversations SET status = 'open', last_inbound_at = now() - interval '25 hours'`);
  await setStatus('resolved');
  await inbound.rows(`UPDATE conversations SET status = 'open', last_inbound_at = now(), peer = '120363@g.us'`);
  await setStatus('resolved');
  expect(await questions()).toEqual([]);
  await inbound.rows(`UPDATE conversations SET status = 'open', peer = '+491711234567'`);
  const { id } = await conversation();
  await agent.call(updateConversations, { slug: 'acme', ids: [id], status: 'resolved' });
  await setStatus('open');
  await setStatus('resolved');
  expect(await questions()).toHaveLength(1);
});

test('a conversation that is opened again is not asked about; a refusal is final; a lost answer is repeated as the same message', async () => {
  await says('Hi');
  await setStatus('resolved');
  await setStatus('open');
  await round();
  expect([orders.length, await figures()]).toEqual([0, { asked: 0, good: 0, middling: 0, bad: 0 }]);
  await inbound.rows(`UPDATE satisfaction_questions SET resolved_at = now() - interval '2 days'`);
  await setStatus('resolved');
  answer = new Error('No answer.');
  await expect(round()).rejects.toThrow('No answer.');
  await round();
  answer = { outcome: 'refused', code: 'insufficient_balance' };
  await round(80_000);
  await round(160_000);
  expect(orders.map(({ key }) => key)).toEqual([orders[0]?.key, orders[0]?.key]);
  expect(await figures()).toMatchObject({ asked: 0 });
  await says('1');
  expect(await conversation()).toMatchObject({ status: 'open' });
});

test('a question that an outage delayed is not sent', async () => {
  await says('Hi');
  await setStatus('resolved');
  await round(2 * 3_600_000);
  expect([orders, await figures()]).toEqual([[], { asked: 0, good: 0, middling: 0, bad: 0 }]);
});

test('answers of another workspace are not counted', async () => {
  await says('Hi');
  await setStatus('resolved');
  await round();
  const [other] = await inbound.rows<{ id: number }>(
    `INSERT INTO tenants (slug, name) VALUES ('other', 'Other') RETURNING id`,
  );
  const stranger = await addMember(inbound, { name: 'Omar', tenantId: other?.id ?? 0 });
  expect(await stranger.call(showSatisfaction, { days: 30 })).toMatchObject({ asked: 0 });
});
