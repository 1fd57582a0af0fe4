import { makeTestBot } from '@parley/testing/factories/test-bot';
import { beforeEach, expect, test } from 'vitest';
import { setBusinessHours } from '../../test/business-hours.ts';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { bodyOf, changeOf, changeValue, contactOf, messagesBody, seconds, textMessage } from '../../test/wa-bodies.ts';

// docs/reference/console.md#business-hours
const HOUR_MS = 3_600_000;
const CUSTOMER = '491711234567';

let inbound: OpenInbound;
beforeEach(async () => {
  inbound = await openForTest();
});

const setHours = (from: number, to: number, message: string | null = 'We are back tomorrow.') =>
  setBusinessHours(inbound, { from, to, message });
const says = (text: string, given: Record<string, unknown> = {}, from = CUSTOMER) =>
  inbound.receiveMeta(messagesBody('Ann', textMessage(from, text, given)));
const noted = () => inbound.database.db.prisma.awayMessage.findMany({ orderBy: { conversationId: 'asc' } });
const newest = () => inbound.database.db.prisma.message.findFirstOrThrow({ orderBy: { id: 'desc' } });

test('a message outside of the business hours is noted with the end of the hours, and a later one in its place', async () => {
  const closedAt = await setHours(-3, -1);
  await says('Are you there?');
  const [first, ...more] = await noted();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ tenantId: inbound.tenantId, messageId: (await newest()).id, closedAt });
  await says('Hello?');
  expect(await noted()).toMatchObject([{ messageId: (await newest()).id, dueAt: first?.dueAt }]);
});

test('a message in standby is not noted: the app that controls the thread answers it', async () => {
  await setHours(-3, -1);
  const standby = { contacts: [contactOf(CUSTOMER, 'Ann')], messages: [textMessage(CUSTOMER, 'Are you there?')] };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ standby }), 'standby')));
  expect(await noted()).toEqual([]);
});

test('inside of the hours, without a message, or without hours nothing is noted', async () => {
  await says('No hours');
  await setHours(-1, 1);
  await says('Inside');
  await setHours(-3, -1, null);
  await says('No away message');
  expect(await noted()).toEqual([]);
  await setHours(-3, -1);
  await says('Outside');
  expect(await noted()).toHaveLength(1);
});

test('a message that arrives late, and one of another account of this deployment, are not noted', async () => {
  await setHours(-3, -1);
  await says('From yesterday', { timestamp: seconds(new Date(Date.now() - 24 * HOUR_MS)) });
  await inbound.rows(`UPDATE channel_accounts SET number = '+4915550001111' WHERE tenant_id = $1`, inbound.tenantId);
  await says('Automatic', {}, '4915550001111');
  expect(await noted()).toEqual([]);
});

test('many people at once and repeated webhooks have one row for each conversation, beside the turns of a bot', async () => {
  await setHours(-3, -1);
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  const bodies = Array.from({ length: 20 }, (_, nth) =>
    messagesBody('Ann', textMessage(`4917112345${10 + nth}`, 'Hi')),
  );
  await Promise.all([...bodies, ...bodies].map((body) => inbound.receiveMeta(body)));
  expect(await noted()).toHaveLength(20);
  expect(await inbound.database.db.prisma.botTurn.count()).toBe(20);
});
