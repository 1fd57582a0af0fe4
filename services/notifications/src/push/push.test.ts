import { randomBytes } from 'node:crypto';
import { makeId } from '@parley/common/ids';
import { appendRows } from '@parley/messaging/outbox/append-events';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { makeTestTenant, type TestTenant } from '@parley/testing/factories/test-tenant';
import { pollUntil } from '@parley/testing/poll-until';
import { openPushService, type PushService } from '@parley/testing/servers/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenNotifications, openNotifications, PUBLIC_URL, START } from '../../test/open-notifications.ts';
import { planFacts } from '../planning/plan-facts.ts';
import { deletePushSubscription } from './delete-push-subscription.ts';
import { getPushKey } from './get-push-key.ts';
import { planMessagePushes } from './plan-message-pushes.ts';
import { makeSendPushes } from './send-pushes.ts';
import { setPushSubscription } from './set-push-subscription.ts';

let open: OpenNotifications;
let pushes: PushService;
beforeAll(async () => {
  [open, pushes] = await Promise.all([openNotifications(), openPushService()]);
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await pushes[Symbol.asyncDispose]();
});
beforeEach(async () => {
  open.setNow(START);
  pushes.received.length = 0;
  pushes.answer(201);
  await open.database.db.prisma.pushSubscription.deleteMany();
});

interface Signed {
  memberId: string;
  memberRow: number;
  context: Parameters<typeof setPushSubscription>[2];
}

/** A member who is signed in. */
async function signIn(
  tenant: TestTenant = open.tenant,
  { roles = ['agent' as const], language = null as 'ar' | null } = {},
): Promise<Signed> {
  const { prisma } = open.database.db;
  const [memberId, sessionId] = [makeId('mem'), makeId('ses')];
  const email = `${memberId}@shop.example`;
  const person = { email, emailKey: email, name: 'Ann', roles, language, createdAt: START };
  const { id: memberRow } = await prisma.member.create({ data: { memberId, tenantId: tenant.id, ...person } });
  const expiresAt = new Date(START.getTime() + 30 * 86_400_000);
  const times = { createdAt: START, lastSeenAt: START, expiresAt };
  const browser = { address: '127.0.0.1', userAgent: 'test', tokenHash: new Uint8Array(randomBytes(32)) };
  await prisma.memberSession.create({ data: { sessionId, memberRow, tenantId: tenant.id, ...browser, ...times } });
  const member = { sessionId, memberId, roles, tenantId: tenant.id, tenantSlug: tenant.slug };
  return { memberId, memberRow, context: { requestId: 'req_test', deadlineAt: Number.MAX_SAFE_INTEGER, member } };
}

/** Waits until readers of the ledger see every event: transactions of other tests on this server may be in progress. */
async function settleLedger(): Promise<void> {
  const { prisma } = open.database.db;
  const { _max: newest } = await prisma.event.aggregate({ _max: { position: true } });
  const hasPassed = async () => {
    const [row] = await prisma.$queryRaw<
      { xmin: bigint }[]
    >`SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin`;
    return (row?.xmin ?? 0n) > (newest.position ?? 0n) ? true : null;
  };
  await pollUntil(hasPassed, { what: () => 'the end of the transactions in progress' });
}

/** A member whose browser is subscribed. */
async function subscribed(...given: Parameters<typeof signIn>) {
  await settleLedger();
  const signed = await signIn(...given);
  const browser = pushes.subscribe();
  await setPushSubscription(open.service, browser, signed.context);
  return { ...signed, browser };
}

/** A conversation of a tenant. */
async function converse(tenant: TestTenant = open.tenant, fields: { assignee?: string; teamRow?: number } = {}) {
  const { prisma } = open.database.db;
  const shared = { tenantId: tenant.id, channel: 'tg' };
  const account = await prisma.channelAccount.create({
    data: { ...shared, externalId: randomBytes(4).toString('hex'), name: 'Bot', credentials: '' },
  });
  const contact = await prisma.contact.create({ data: { ...shared, name: 'Bob' } });
  const data = { ...shared, channelAccountId: account.id, contactId: contact.id, peer: '600', ...fields };
  const { id } = await prisma.conversation.create({ data, select: { id: true } });
  return { id, accountId: account.id, tenant };
}
type Conversation = Awaited<ReturnType<typeof converse>>;

/** Stores a message; a customer's also as unread and with its event. */
async function write({ id, accountId, tenant }: Conversation, direction: 'in' | 'out' = 'in'): Promise<void> {
  const { prisma } = open.database.db;
  const shared = { tenantId: tenant.id, conversationId: id, channel: 'tg', createdAt: open.now() };
  const what = { channelAccountId: accountId, direction, origin: direction === 'in' ? 'customer' : 'api' };
  const status = direction === 'in' ? 'received' : 'sent';
  const text = { peer: '600', text: 'A secret', happenedAt: open.now() };
  await prisma.message.create({ data: { ...shared, ...what, status, ...text } });
  if (direction === 'out') return;
  await prisma.conversation.update({ where: { id }, data: { unread: { increment: 1 } } });
  const event = {
    ...shared,
    id: makeId('evt'),
    type: 'message.received',
    channel: 'tg',
    data: '{}',
    traceparent: null,
  };
  await open.database.db.transaction((sql) => appendRows(sql, [{ ...event, type: 'message.received', channel: 'tg' }]));
}

async function plan(service = open.service): Promise<void> {
  await settleLedger();
  while (await planMessagePushes(service));
}

/** Sends all due pushes. */
async function sendPushes(service = open.service): Promise<void> {
  const pushes = makeSendPushes(service);
  while (await pushes.run()) await pushes.idle();
  await pushes.idle();
}

async function push(): Promise<void> {
  await plan();
  await sendPushes();
}

/** The browsers that were pushed to since the last call. */
const toldOf = (...browsers: { browser: { endpoint: string } }[]): number[] => {
  const paths = pushes.received.splice(0).map(({ path }) => path);
  return browsers.map(({ browser }) => paths.filter((path) => browser.endpoint.endsWith(path)).length);
};

// docs/reference/notifications.md#push
test('a message is pushed, encrypted and signed, without its text and its sender', async () => {
  const conversation = await converse();
  await write(conversation); // before the subscription
  const ann = await subscribed();
  await push();
  expect(toldOf(ann)).toEqual([0]);
  await write(conversation);
  await push();
  const [received] = pushes.received;
  expect(JSON.parse(received?.text ?? '')).toEqual({
    title: 'New message',
    body: open.tenant.slug,
    language: 'en',
    direction: 'ltr',
    conversationId: conversation.id,
  });
  expect(received?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: 'parley', urgency: 'high' });
  expect(received?.claims).toMatchObject({ aud: new URL(ann.browser.endpoint).origin, sub: PUBLIC_URL });
  expect(received?.senderKey).toBe((await getPushKey(open.makeReplica())).publicKey);
  const { target } = await open.database.db.prisma.pushSubscription.findFirstOrThrow();
  expect(target).not.toContain(ann.browser.auth);
  expect(target).not.toContain('http');
});

test('it goes to the assignee, to the team, or to all who use the inbox, and never to another tenant', async () => {
  const { prisma } = open.database.db;
  const other = await makeTestTenant(open.database.db);
  const [ann, bea, eve] = [await subscribed(), await subscribed(), await subscribed(other)];
  await subscribed(open.tenant, { roles: ['developer' as never] });
  const developers = await prisma.pushSubscription.count();
  expect(developers).toBe(4);
  const team = { teamId: makeId('tea'), tenantId: open.tenant.id, name: 'A', nameKey: 'a', byTurns: false };
  const { id: teamRow } = await prisma.team.create({
    data: { ...team, createdAt: START, members: { create: { memberRow: bea.memberRow } } },
  });
  await write(await converse(open.tenant, { assignee: ann.memberId }));
  await push();
  expect(toldOf(ann, bea, eve)).toEqual([1, 0, 0]);
  open.pass(1);
  await write(await converse(open.tenant, { teamRow }));
  await push();
  expect(toldOf(ann, bea, eve)).toEqual([0, 1, 0]);
  open.pass(1);
  await write(await converse());
  await push();
  expect(pushes.received).toHaveLength(2);
  expect(toldOf(ann, bea, eve)).toEqual([1, 1, 0]);
  open.pass(1);
  await write(await converse(other));
  await push();
  expect(toldOf(ann, bea, eve)).toEqual([0, 0, 1]);
});

test('a message that was answered or read, or that a bot is about to answer, is not pushed', async () => {
  const { prisma } = open.database.db;
  const ann = await subscribed();
  const [answered, read, botted] = [await converse(), await converse(), await converse()];
  for (const conversation of [answered, read, botted]) await write(conversation);
  await write(answered, 'out');
  await prisma.conversation.update({ where: { id: read.id }, data: { unread: 0 } });
  const botId = await makeTestBot(open.database.db, { tenantId: open.tenant.id });
  const turn = { botId, tenantId: open.tenant.id, conversationId: botted.id, epoch: 0, triggerMessageId: 1n };
  await prisma.botTurn.create({ data: { ...turn, firstAt: START, dueAt: START, createdAt: START } });
  await push();
  expect(toldOf(ann)).toEqual([0]);
});

test('a message within seconds of a push goes into the next push, also one that arrives while the push is sent', async () => {
  const ann = await subscribed();
  const [one, two] = [await converse(), await converse()];
  await write(one);
  await plan();
  pushes.answer(201, async () => {
    await write(one);
    await plan();
  });
  await sendPushes(open.service);
  pushes.answer(201);
  expect(toldOf(ann)).toEqual([1]);
  await write(two);
  await push();
  expect(toldOf(ann)).toEqual([0]);
  open.pass(1);
  await push();
  expect(JSON.parse(pushes.received[0]?.text ?? '')).toMatchObject({ conversationId: null });
  expect(toldOf(ann)).toEqual([1]);
  open.pass(1);
  await push();
  expect(toldOf(ann)).toEqual([0]);
});

test('two workers plan and send a message once', async () => {
  const [ann, replica] = [await subscribed(), open.makeReplica()];
  await write(await converse());
  await Promise.all([plan(), plan(replica)]);
  await Promise.all([sendPushes(open.service), sendPushes(replica)]);
  expect(toldOf(ann)).toEqual([1]);
});

test('a push to a failing service is retried; a browser that is gone, refused or unreachable for days is dropped', async () => {
  const { prisma } = open.database.db;
  const ann = await subscribed();
  pushes.answer(503);
  await write(await converse());
  await push();
  expect(toldOf(ann)).toEqual([1]);
  await push();
  expect(toldOf(ann)).toEqual([0]);
  pushes.answer(201);
  open.pass(1);
  await push();
  expect(toldOf(ann)).toEqual([1]);
  expect(await prisma.pushSubscription.findFirst()).toMatchObject({ news: null, attempts: 0, claimedUntil: null });
  for (const status of [410, 403]) {
    open.pass(1);
    pushes.answer(status);
    await write(await converse());
    await push();
    expect(await prisma.pushSubscription.count()).toBe(0);
    await subscribed();
  }
  pushes.answer(500);
  await write(await converse());
  await push();
  open.pass(3 * 24 * 60 + 1);
  await push();
  expect(await prisma.pushSubscription.count()).toBe(0);
});

test('a worker that died while it sent is followed by another one', async () => {
  const ann = await subscribed();
  await write(await converse());
  await plan();
  const claimedUntil = new Date(START.getTime() + 40_000);
  await open.database.db.prisma.pushSubscription.updateMany({ data: { claimedUntil } });
  await push();
  expect(toldOf(ann)).toEqual([0]);
  open.pass(1);
  await push();
  expect(toldOf(ann)).toEqual([1]);
});

test('a hand-over and a mention are pushed, in the language of the member', async () => {
  const [ann, bea] = [await subscribed(open.tenant, { language: 'ar' }), await subscribed()];
  const { id } = await converse(open.tenant, { assignee: bea.memberId });
  await open.happen({ kind: 'hand_over', data: { conversation_id: id, channel: 'tg' } });
  await open.happen({
    kind: 'mention',
    data: { conversation_id: id, channel: 'tg', member_id: ann.memberId, by: 'B' },
  });
  while (await planFacts(open.service));
  await push();
  expect(pushes.received.map(({ text }) => JSON.parse(text).title).toSorted()).toEqual([
    'New message',
    'أشار إليك أحد الزملاء',
  ]);
  expect(toldOf(ann, bea)).toEqual([1, 1]);
});

test('a subscription ends with its session or when it is deleted, and moves with its browser', async () => {
  const { prisma } = open.database.db;
  const [ann, bea] = [await subscribed(), await signIn()];
  await setPushSubscription(open.service, ann.browser, bea.context); // another person signs in there
  expect(await prisma.pushSubscription.findMany({ select: { session: { select: { memberRow: true } } } })).toEqual([
    { session: { memberRow: bea.memberRow } },
  ]);
  await prisma.memberSession.deleteMany({ where: { memberRow: bea.memberRow } });
  expect(await prisma.pushSubscription.count()).toBe(0);
  await setPushSubscription(open.service, ann.browser, ann.context);
  await deletePushSubscription(open.service, {}, ann.context);
  expect(await prisma.pushSubscription.count()).toBe(0);
  await setPushSubscription(open.service, ann.browser, bea.context); // the session has ended
  expect(await prisma.pushSubscription.count()).toBe(0);
});

test('a private address, invalid keys, and the operator are refused', async () => {
  const { context } = await signIn();
  const browser = pushes.subscribe();
  const set = (changed: Partial<typeof browser>, of = context, service = open.service) =>
    setPushSubscription(service, { ...browser, ...changed }, of);
  const strict = open.makeReplica({ PARLEY_EGRESS_ALLOW: '' });
  await expect(set({}, context, strict)).rejects.toMatchObject({ code: 'invalid_endpoint' });
  const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  await expect(set({ p256dh: noPoint })).rejects.toMatchObject({ code: 'invalid_p256dh' });
  const operator = { sessionId: 'ses_1', memberId: null, roles: ['operator' as const], tenantSlug: open.tenant.slug };
  const asOperator = { ...context, member: { ...operator, tenantId: open.tenant.id } };
  await expect(set({}, asOperator)).rejects.toMatchObject({ code: 'permission_denied' });
});
