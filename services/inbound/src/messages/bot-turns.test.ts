import { updateConversation } from '@parley/common/contracts/operator/conversations';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { beforeEach, expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  contactOf,
  messagesBody,
  seconds,
  textMessage,
  textUpdate,
  wamid,
} from '../../test/wa-bodies.ts';

const CUSTOMER = '491711234567';

let inbound: OpenInbound;
beforeEach(async () => {
  inbound = await openForTest();
});

const says = (text: string, given: Record<string, unknown> = {}) =>
  inbound.receiveMeta(messagesBody('Ann', textMessage(CUSTOMER, text, given)));
const turns = () => inbound.database.db.prisma.botTurn.findMany({ orderBy: { id: 'asc' } });
const newestMessage = () => inbound.database.db.prisma.message.findFirstOrThrow({ orderBy: { id: 'desc' } });
const conversation = () => inbound.database.db.prisma.conversation.findFirstOrThrow();
const echo = (to: string) => ({
  from: '15550783881',
  to,
  id: wamid(),
  timestamp: seconds(new Date()),
  type: 'text',
  text: { body: 'A person writes' },
});
const personWrites = () =>
  inbound.receiveMeta(bodyOf(changeOf(changeValue({ message_echoes: [echo(CUSTOMER)] }), 'smb_message_echoes')));

test('five messages open one turn, for the newest, which waits for the next message up to the limit of a burst', async () => {
  const botId = await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId, maxWaitSeconds: 8 });
  const start = Date.now();
  for (let nth = 0; nth < 5; nth++) {
    inbound.setNow(new Date(start + nth * 1000));
    await says(`part ${nth}`);
  }
  const [turn, ...more] = await turns();
  expect(more).toEqual([]);
  expect(turn).toMatchObject({
    tenantId: inbound.tenantId,
    botId,
    state: 'open',
    triggerMessageId: (await newestMessage()).id,
    firstAt: new Date(start),
    dueAt: new Date(start + 8000),
  });
});

test('many customers at once and repeated webhooks open one turn for each conversation', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  const bodies = Array.from({ length: 20 }, (_, nth) =>
    messagesBody('Ann', textMessage(`4917112345${10 + nth}`, 'Hi')),
  );
  await Promise.all([...bodies, ...bodies, ...bodies].map((body) => inbound.receiveMeta(body)));
  const open = await turns();
  expect(open).toHaveLength(20);
  expect(new Set(open.map(({ conversationId }) => conversationId)).size).toBe(20);
});

test('opens no turn when the tenant has no bot that may reply', async () => {
  await makeTestBot(inbound.database.db, { tenantId: await inbound.addTenant('other') });
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId, enabled: false });
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId, status: 'stopped' });
  await says('Hi');
  await personWrites();
  expect(await turns()).toEqual([]);
  expect(await conversation()).toMatchObject({ bot: 'on', botEpoch: 0, botPausedAt: null });
});

test('a message of a conversation that another app handles opens no turn, and the next message outside of standby opens one', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  const page = '1001';
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'fb', externalId: page });
  const receive = (form: 'standby' | 'messaging') => {
    const sides = { sender: { id: '254459191289871' }, recipient: { id: page }, timestamp: Date.now() };
    const event = { ...sides, message: { mid: wamid(), text: 'Hi' } };
    return inbound.receiveMeta({ object: 'page', entry: [{ id: page, time: Date.now(), [form]: [event] }] });
  };
  await receive('standby');
  expect(await turns()).toEqual([]);
  await receive('messaging');
  expect(await turns()).toHaveLength(1);
});

test('on wa a message in standby opens no turn, and the next message outside of standby opens one', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  const standby = { contacts: [contactOf(CUSTOMER, 'Ann')], messages: [textMessage(CUSTOMER, 'Hi')] };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ standby }), 'standby')));
  expect(await turns()).toEqual([]);
  await says('Hi');
  expect(await turns()).toHaveLength(1);
});

test('history, groups, channels, bots and accounts of this deployment open no turn', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await says('old', { timestamp: seconds(new Date(Date.now() - 660_000)) });
  await inbound.receiveTg(textUpdate(7, 1, 'from a bot', { from: { id: 7, is_bot: true, first_name: 'B' } }));
  await inbound.receiveTg(textUpdate(-8, 2, 'to a group', { chat: { id: -8, title: 'G', type: 'supergroup' } }));
  await inbound.database.db.prisma.channelAccount.create({
    data: {
      tenantId: inbound.tenantId,
      channel: 'wd',
      externalId: 'own',
      name: 'own',
      number: '+491799999999',
      credentials: '',
    },
  });
  await inbound.receiveMeta(messagesBody('Own', textMessage('491799999999', 'Hi')));
  expect(await inbound.database.db.prisma.message.count()).toBe(4);
  expect(await turns()).toEqual([]);
});

test('a reaction opens no turn', async () => {
  await says('Hi');
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  const { providerMessageId } = await newestMessage();
  const reaction = { message_id: providerMessageId, emoji: '👍' };
  await inbound.receiveMeta(
    messagesBody('Ann', { ...textMessage(CUSTOMER, ''), type: 'reaction', text: undefined, reaction } as {
      from: string;
    }),
  );
  expect(await inbound.events('message.reaction')).toHaveLength(1);
  expect(await turns()).toEqual([]);
});

test('a person’s message from the phone pauses the bot: no turn is opened until the conversation is resolved', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await says('Hi');
  await personWrites();
  const paused = await conversation();
  expect(paused).toMatchObject({ bot: 'paused', botEpoch: 1, botPausedAt: expect.any(Date) });
  await inbound.database.db.prisma.botTurn.deleteMany();
  await says('And?');
  expect(await turns()).toEqual([]);
  await inbound.call(updateConversation, { slug: 'acme', id: paused.id, status: 'resolved' });
  expect(await conversation()).toMatchObject({ bot: 'on', botEpoch: 2, botPausedAt: null });
  await says('Something else');
  expect(await turns()).toHaveLength(1);
});

test('the bot resumes automatically after the tenant’s configured time', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId, resumeAfterMinutes: 30 });
  await says('Hi');
  await personWrites();
  await inbound.database.db.prisma.botTurn.deleteMany();
  inbound.setNow(new Date(Date.now() + 31 * 60_000));
  await says('Still there?', { timestamp: seconds(new Date(Date.now() + 31 * 60_000)) });
  expect(await conversation()).toMatchObject({ bot: 'on', botPausedAt: null });
  expect(await turns()).toHaveLength(1);
});

test('a pause by a member raises the epoch, and survives answers and the end of the conversation', async () => {
  await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await says('Hi');
  const { id } = await conversation();
  await inbound.call(updateConversation, { slug: 'acme', id, bot: 'paused' });
  expect(await conversation()).toMatchObject({ bot: 'paused', botEpoch: 1, botPausedAt: null });
  await personWrites();
  await inbound.call(updateConversation, { slug: 'acme', id, status: 'resolved' });
  expect(await conversation()).toMatchObject({ bot: 'paused', botPausedAt: null });
});
