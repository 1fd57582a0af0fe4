import { type DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { makeTestBot } from '@parley/testing/factories/test-bot';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';

const DEVICE = '7';
const OWNER = '+15550001';
const GROUP = '120363000000000001@g.us';
const AT = '2026-03-01T08:00:00.000Z';

const person = (number: string, name: string | null = null, lid: string | null = null) => ({
  address: number,
  aliases: lid === null ? [] : [lid],
  name,
  phone: number,
});
const BOB = person('+15550002', 'Bob', '915550002@lid');
const CAROL = person('+15550003', 'Carol');
const groupOf = ({ address, name }: typeof BOB) => ({ groupJid: GROUP, participant: address, participantName: name });
/** The same in an event. */
const groupIn = ({ address, name }: typeof BOB) => ({
  ...{ is_group: true, group_jid: GROUP },
  ...{ participant: address, participant_name: name },
});

const message = (
  id: string,
  text: string,
  given: Partial<Extract<DeviceItem, { kind: 'message' }>> = {},
): DeviceItem => ({
  kind: 'message',
  providerMessageId: id,
  at: AT,
  from: BOB,
  group: null,
  text,
  attachments: [],
  replyToProviderId: null,
  ...given,
});

async function open() {
  const inbound = await openForTest();
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'wd', externalId: DEVICE, name: 'Shop' });
  const hear = (...items: DeviceItem[]) =>
    inbound.call(storeDeviceItems, { tenantId: inbound.tenantId, externalId: DEVICE, items });
  return { inbound, hear };
}

test('messages that waited for a linked device open no bot turn, and new messages open one, in a group only when the bot replies to groups', async () => {
  const { inbound, hear } = await open();
  const { prisma } = inbound.database.db;
  const now = new Date().toISOString();
  const old = new Date(Date.now() - 11 * 60_000).toISOString();
  const botId = await makeTestBot(inbound.database.db, { tenantId: inbound.tenantId });
  await hear(
    message('W1', 'from the night', { at: old }),
    message('W2', 'in the group', { at: now, group: groupOf(BOB) }),
  );
  expect(await prisma.botTurn.count()).toBe(0);
  await hear(message('W3', 'now', { at: now }));
  expect(await prisma.botTurn.count()).toBe(1);
  await prisma.bot.update({ where: { id: botId }, data: { groups: true } });
  await hear(message('W4', 'in the group again', { at: now, group: groupOf(BOB) }));
  expect(await prisma.botTurn.count()).toBe(2);
});

const received = async (inbound: OpenInbound) => (await inbound.events('message.received')).map(({ data }) => data);

test('messages of a device are reported as on every channel, and only once when repeated', async () => {
  const { inbound, hear } = await open();
  await hear(message('A1', 'hello'));
  await hear(message('A1', 'hello'), message('A2', 'again', { replyToProviderId: 'A1' }));
  const [first, second, ...rest] = await received(inbound);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    channel: 'wd',
    from: '+15550002',
    account: { id: DEVICE, number: OWNER, label: 'Shop' },
    text: 'hello',
    sender: { name: 'Bob', username: null, phone: '+15550002' },
    reply_until: null,
    provider_message_id: 'A1',
  });
  expect(first).not.toHaveProperty('whatsapp_group');
  expect(second).toMatchObject({ conversation_id: first?.conversation_id, reply_to: String(first?.message_id) });
});

// docs/reference/events.md#groups
test('the group is the conversation of all who write in it, and every group event carries whatsapp_group', async () => {
  const { inbound, hear } = await open();
  await hear(message('D1', 'in private'));
  await hear(
    message('G1', 'from Bob', { group: groupOf(BOB) }),
    message('G2', 'from Carol', { from: CAROL, group: groupOf(CAROL) }),
    {
      kind: 'echo',
      providerMessageId: 'G3',
      at: AT,
      to: { address: GROUP, aliases: [], name: null, phone: null },
      group: { groupJid: GROUP, participant: OWNER, participantName: null },
      text: 'from the phone',
      attachments: [],
    },
    {
      kind: 'reaction',
      providerMessageId: 'G1',
      at: AT,
      from: CAROL,
      group: groupOf(CAROL),
      emoji: '👍',
      action: 'added',
    },
    {
      kind: 'receipt',
      providerMessageId: 'G3',
      at: AT,
      status: 'delivered',
      error: null,
      messageId: null,
      participant: BOB.address,
    },
    {
      kind: 'receipt',
      providerMessageId: 'G3',
      at: AT,
      status: 'delivered',
      error: null,
      messageId: null,
      participant: CAROL.address,
    },
  );
  const [direct, ...inGroup] = await inbound.events();
  expect(inGroup.map(({ type, data }) => [type, data.from ?? data.to, data.whatsapp_group])).toEqual([
    ['message.received', BOB.address, groupIn(BOB)],
    ['message.received', CAROL.address, groupIn(CAROL)],
    ['message.sent', GROUP, { is_group: true, group_jid: GROUP, participant: OWNER, participant_name: null }],
    ['message.status', GROUP, { is_group: true, group_jid: GROUP, participant: BOB.address, participant_name: null }],
    ['message.reaction', CAROL.address, groupIn(CAROL)],
  ]);
  expect(new Set(inGroup.map(({ conversation_id: id }) => id)).size).toBe(1);
  expect(inGroup[0]?.conversation_id).not.toBe(direct?.conversation_id);
  expect(inGroup[2]?.data).toMatchObject({ origin: 'phone', text: 'from the phone' });
});

test('only the author can edit or revoke a message: the network does not check that', async () => {
  const { inbound, hear } = await open();
  await hear(message('E1', 'by Bob', { group: groupOf(BOB) }), message('E2', 'direct'), {
    kind: 'echo',
    providerMessageId: 'E3',
    at: AT,
    to: BOB,
    group: null,
    text: 'ours',
    attachments: [],
  });
  const edited = (id: string, from: typeof BOB, group = false): DeviceItem => ({
    kind: 'edited',
    providerMessageId: id,
    at: AT,
    from,
    group: group ? groupOf(from) : null,
    text: `changed by ${from.address}`,
  });
  const revoked = (id: string, from: typeof BOB): DeviceItem => ({
    kind: 'revoked',
    providerMessageId: id,
    at: AT,
    from,
    group: null,
  });
  const self = person(OWNER);
  await hear(
    edited('E1', CAROL, true),
    edited('E1', self, true),
    edited('E2', self),
    edited('E3', BOB),
    revoked('E3', BOB),
    revoked('E2', self),
  );
  const stored = () =>
    inbound.rows('SELECT text, revoked_at IS NOT NULL AS gone FROM messages ORDER BY provider_message_id');
  expect(await stored()).toEqual([
    { text: 'by Bob', gone: false },
    { text: 'direct', gone: false },
    { text: 'ours', gone: false },
  ]);
  await hear(edited('E1', BOB, true), edited('E3', self), revoked('E2', BOB));
  expect(await stored()).toEqual([
    { text: `changed by ${BOB.address}`, gone: false },
    { text: 'direct', gone: true },
    { text: `changed by ${OWNER}`, gone: false },
  ]);
});

test('an admin can revoke messages of others only in the admin’s group, and other members cannot revoke them', async () => {
  const { inbound, hear } = await open();
  await hear(message('G1', 'by Bob', { group: groupOf(BOB) }), message('G2', 'direct'), {
    kind: 'echo',
    providerMessageId: 'G3',
    at: AT,
    to: { address: GROUP, aliases: [], name: null, phone: null },
    group: groupOf(person(OWNER)),
    text: 'ours',
    attachments: [],
  });
  const revoked = (id: string, isAdmin: boolean): DeviceItem => ({
    kind: 'revoked',
    providerMessageId: id,
    at: AT,
    from: CAROL,
    group: groupOf(CAROL),
    byAdmin: isAdmin,
  });
  const gone = async () =>
    (
      await inbound.rows<{ id: string }>(
        'SELECT provider_message_id AS id FROM messages WHERE revoked_at IS NOT NULL ORDER BY 1',
      )
    ).map(({ id }) => id);
  await hear(revoked('G1', false), revoked('G3', false), revoked('G2', true));
  expect(await gone()).toEqual([]);
  await hear(revoked('G1', true), revoked('G3', true));
  expect(await gone()).toEqual(['G1', 'G3']);
});

test('a hidden number and the real one are one person', async () => {
  const { inbound, hear } = await open();
  const hidden = { address: '915550002@lid', aliases: [], name: 'Bob', phone: null };
  await hear(message('L1', 'hidden', { from: hidden }));
  await hear(message('L2', 'known'));
  const [first, second] = await received(inbound);
  expect(first).toMatchObject({ from: '915550002@lid' });
  expect(second).toMatchObject({ from: '+15550002', conversation_id: first?.conversation_id });
});

test('items of a deleted connection are kept as unknown, and items of another tenant are refused', async () => {
  const { inbound, hear } = await open();
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE channel = 'wd'`);
  await hear(message('X1', 'late'));
  expect(await received(inbound)).toEqual([]);
  expect(await inbound.rows('SELECT channel, reason FROM unknown_provider_events')).toEqual([
    { channel: 'wd', reason: 'no connected account' },
  ]);
  await inbound.rows(`UPDATE channel_accounts SET status = 'connected' WHERE channel = 'wd'`);
  const foreign = { tenantId: inbound.tenantId + 1, externalId: DEVICE, items: [message('X2', 'foreign')] };
  await expect(inbound.call(storeDeviceItems, foreign)).rejects.toThrow();
  expect(await received(inbound)).toEqual([]);
});

test('a receipt of a send whose answer was lost confirms it: sent once, then the receipt', async () => {
  const { inbound, hear } = await open();
  await hear(message('A1', 'hello'));
  const [sent] = await inbound.rows<{ id: string }>(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, price, happened_at)
     SELECT tenant_id, id, channel_account_id, 'wd', 'out', 'api', 'unknown', peer, 'Hi', 1, now() FROM conversations RETURNING id`,
  );
  const { id = '' } = sent ?? {};
  const receipt: DeviceItem = {
    kind: 'receipt',
    providerMessageId: 'OURS1',
    at: AT,
    messageId: id,
    status: 'delivered',
    error: null,
    participant: null,
  };
  await hear(receipt);
  await hear(receipt, { ...receipt, status: 'read' });
  const reported = (await inbound.events()).filter(({ type }) => type !== 'message.received');
  expect(reported.map(({ type, data }) => [type, data.message_id, data.status])).toEqual([
    ['message.sent', id, undefined],
    ['message.status', id, 'delivered'],
    ['message.status', id, 'read'],
  ]);
});
