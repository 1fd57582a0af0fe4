import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications } from '../../test/open-notifications.ts';
import { sweepUnattended } from './sweep-unattended.ts';

let open: OpenNotifications;
let conversationId = 0;
let accountId = 0;

beforeAll(async () => {
  open = await openNotifications();
  const { prisma } = open.database.db;
  const tenantId = open.tenant.id;
  const shared = { tenantId, channel: 'tg' };
  const account = await prisma.channelAccount.create({
    data: { ...shared, externalId: '1', name: 'Bot', credentials: '' },
  });
  const contact = await prisma.contact.create({ data: { ...shared, name: 'Bob' } });
  const made = await prisma.conversation.create({
    data: { ...shared, channelAccountId: account.id, contactId: contact.id, peer: '600' },
    select: { id: true },
  });
  accountId = account.id;
  conversationId = made.id;
});
afterAll(() => open[Symbol.asyncDispose]());

/** Stores a message this many minutes after the start; an `away` message is one of a rule of the workspace. */
async function message(
  direction: 'in' | 'out' | 'away',
  minutes: number,
  status = direction === 'in' ? 'received' : 'sent',
) {
  const at = new Date(T0.getTime() + minutes * 60_000);
  await open.database.db.prisma.message.create({
    data: {
      tenantId: open.tenant.id,
      conversationId,
      channelAccountId: accountId,
      channel: 'tg',
      direction: direction === 'in' ? 'in' : 'out',
      origin: { in: 'customer', out: 'api', away: 'bot' }[direction],
      status,
      peer: '600',
      text: 'Hello',
      happenedAt: at,
      createdAt: at,
    },
  });
}
const T0 = new Date('2026-07-01T12:00:00.000Z');
const after = async (minutes: number, service = open.service): Promise<number> => {
  open.setNow(new Date(T0.getTime() + minutes * 60_000));
  await sweepUnattended(service);
  return open.database.db.prisma.notificationFact.count({ where: { kind: 'unattended' } });
};

test('each wait of a customer is reported once, ten minutes after the first unanswered message', async () => {
  await message('in', -30);
  expect(await after(15)).toBe(0); // the workspace has no recipient yet
  await open.addRecipient();
  expect(await after(15)).toBe(0); // it waited before there was a recipient
  await message('out', 16);

  await message('in', 20);
  await message('in', 25);
  expect(await after(29)).toBe(0);
  const other = open.makeReplica();
  open.setNow(new Date(T0.getTime() + 31 * 60_000));
  await Promise.all([sweepUnattended(open.service), sweepUnattended(other)]);
  expect(await after(31)).toBe(1);
  expect(await after(60)).toBe(1); // its second message belongs to the same wait

  await message('out', 61, 'failed');
  await message('in', 62);
  expect(await after(80)).toBe(1); // a send that failed is no answer: the same wait continues

  await message('out', 81);
  await message('in', 90);
  await message('out', 95);
  expect(await after(110)).toBe(1); // answered in time
  await message('in', 120);
  expect(await after(131)).toBe(2);
});

test('a resolved conversation is not reported as waiting', async () => {
  await message('in', 200);
  const { prisma } = open.database.db;
  await prisma.conversation.updateMany({ where: { id: conversationId }, data: { status: 'resolved' } });
  const before = await prisma.notificationFact.count();
  expect(await after(220)).toBe(before);
});

test('a customer who writes again after that waits again, without the earlier messages', async () => {
  const { prisma } = open.database.db;
  const newest = await prisma.message.findFirstOrThrow({ where: { conversationId }, orderBy: { id: 'desc' } });
  await prisma.conversation.updateMany({
    where: { id: conversationId },
    data: { status: 'open', closedMessageId: newest.id },
  });
  const before = await after(299);
  await message('in', 300);
  expect(await after(311)).toBe(before + 1);
  const facts = await prisma.notificationFact.findMany({ orderBy: { id: 'desc' }, take: 1 });
  expect(facts).toMatchObject([{ data: { waiting_since: new Date(T0.getTime() + 300 * 60_000).toISOString() } }]);
});

test('a mark as read does not end a wait', async () => {
  const { prisma } = open.database.db;
  await message('out', 320);
  const before = await after(399);
  await message('in', 400);
  await prisma.conversation.updateMany({
    where: { id: conversationId },
    data: { unread: 0, readMessageId: 1_000_000n },
  });
  expect(await after(411)).toBe(before + 1);
});

test('an away message does not end a wait', async () => {
  await message('out', 500);
  const before = await after(519);
  await message('in', 520);
  await message('away', 521);
  expect(await after(531)).toBe(before + 1);
});
