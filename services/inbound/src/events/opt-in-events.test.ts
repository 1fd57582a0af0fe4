import type { reportTemplate } from '@parley/common/contracts/internal/channel-health';
import { type DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import type { InputOf } from '@parley/common/define-contract';
import { OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { type ContactTyping, contactTyping } from '@parley/common/hints';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { referral } from '@parley/providers/received/read-referral';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { openService } from '../../test/open-service.ts';
import { NUMBER } from '../../test/seed-database.ts';
import { bodyOf, changeOf, messagesBody, textMessage, textUpdate } from '../../test/wa-bodies.ts';
import { storeItems } from '../batch/store-items.steps.ts';
import { publishTyping } from '../callbacks/forward-items.steps.ts';

const GROUP = '120363000000000001@g.us';
const AT = '2026-03-01T08:00:00.000Z';
const BOB = { address: '+15550002', aliases: ['915550002@lid'], name: 'Bob', phone: '+15550002' };
const CAROL = { address: '+15550003', aliases: [], name: 'Carol', phone: '+15550003' };
const inGroup = { groupJid: GROUP, participant: BOB.address, participantName: 'Bob' };

const askFor = (inbound: OpenInbound, ...events: string[]) =>
  inbound.rows('UPDATE api_keys SET events = events || $1::text[]', events);

async function openDevice({ asks = true } = {}) {
  const inbound = await openForTest();
  if (asks) await askFor(inbound, ...OPT_IN_EVENT_TYPES);
  await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'wd', externalId: '7', name: 'Shop' });
  const hear = (...items: DeviceItem[]) =>
    inbound.call(storeDeviceItems, { tenantId: inbound.tenantId, externalId: '7', items });
  return { inbound, hear };
}

const message = (id: string, text: string, group: typeof inGroup | null = null): DeviceItem => ({
  kind: 'message',
  providerMessageId: id,
  at: AT,
  from: BOB,
  group,
  text,
  attachments: [],
  replyToProviderId: null,
});
const edited = (id: string, text: string, from = BOB, second = 5): DeviceItem => ({
  kind: 'edited',
  providerMessageId: id,
  at: new Date(Date.parse(AT) + second * 1000).toISOString(),
  from,
  group: null,
  text,
});
const revoked = (id: string, from = BOB, given: object = {}): DeviceItem => ({
  kind: 'revoked',
  providerMessageId: id,
  at: AT,
  from,
  group: null,
  ...given,
});

test('an edit and a deletion by the author are reported once, with the message, to a key that subscribes', async () => {
  const { inbound, hear } = await openDevice();
  await hear(message('M1', 'at five'));
  const [stored] = await inbound.rows<{ id: string; conversation_id: number }>('SELECT * FROM messages');
  for (const _repeat of [1, 2]) {
    await hear(edited('M1', 'at six'));
    await hear(edited('M1', 'not mine', CAROL, 9));
    await hear(revoked('M1', CAROL));
  }
  const common = {
    channel: 'wd',
    conversation_id: stored?.conversation_id,
    message_id: stored?.id,
    direction: 'in',
    peer: BOB.address,
    account: { id: '7', number: '+15550001', label: 'Shop' },
    provider_message_id: 'M1',
  };
  const updates = await inbound.events('message.updated');
  expect(updates.map(({ data }) => data)).toEqual([
    { ...common, text: 'at six', edited_at: '2026-03-01T08:00:05.000Z' },
  ]);
  await hear(revoked('M1'), revoked('M1'));
  const deletions = await inbound.events('message.deleted');
  expect(deletions.map(({ data }) => data)).toEqual([{ ...common, by: 'customer', deleted_at: AT }]);
  expect(await inbound.rows('SELECT 1 FROM deliveries')).toHaveLength(3);
});

test('a change that arrives before its message is reported after the message', async () => {
  const { inbound, hear } = await openDevice();
  await hear(edited('M1', 'late'));
  expect(await inbound.events()).toEqual([]);
  await hear(message('M1', 'early'));
  expect((await inbound.events()).map(({ type, data }) => [type, data.text])).toEqual([
    ['message.received', 'early'],
    ['message.updated', 'late'],
  ]);
});

test('a deletion in a group names its admin, and the participant', async () => {
  const { inbound, hear } = await openDevice();
  await hear(message('M1', 'spam', inGroup));
  const byCarol = { ...inGroup, participant: CAROL.address, participantName: 'Carol' };
  await hear(revoked('M1', CAROL, { group: byCarol, byAdmin: true }));
  const [event] = await inbound.events('message.deleted');
  expect(event?.data).toMatchObject({
    by: 'admin',
    peer: GROUP,
    whatsapp_group: { group_jid: GROUP, participant: CAROL.address },
  });
});

test('writes no row for an opt-in event when no key subscribes to it', async () => {
  const { inbound, hear } = await openDevice({ asks: false });
  // A disabled key, a revoked one, one of another channel and one of another tenant do not count.
  await inbound.addTenant('other');
  await inbound.rows(`UPDATE api_keys SET events = events || $1::text[] WHERE instance_id = 'ins_other'`, [
    ...OPT_IN_EVENT_TYPES,
  ]);
  for (const [id, change] of [
    ['ins_off', 'enabled = false'],
    ['ins_gone', 'revoked_at = now()'],
    ['ins_tg', `channels = '{tg}'`],
  ]) {
    await inbound.rows(
      `INSERT INTO api_keys (instance_id, tenant_id, label, key_hash, channels, events, webhook_url, webhook_secret)
       SELECT $1::text, tenant_id, label, sha256($1::text::bytea), channels, $2, webhook_url, webhook_secret FROM api_keys WHERE instance_id = 'ins_acme'`,
      id,
      [...OPT_IN_EVENT_TYPES],
    );
    await inbound.rows(`UPDATE api_keys SET ${change} WHERE instance_id = $1`, id);
  }
  await hear(message('M1', 'at five'), edited('M1', 'at six'), revoked('M1'), call('ringing'), groupChange());
  expect((await inbound.events()).map(({ type }) => type)).toEqual(['message.received']);
  expect(await inbound.rows('SELECT text, revoked_at IS NOT NULL AS gone FROM messages')).toEqual([
    { text: 'at six', gone: true },
  ]);
});

const call = (state: 'ringing' | 'missed', id = 'CALL1'): DeviceItem => ({
  kind: 'call',
  providerMessageId: id,
  at: AT,
  from: BOB,
  state,
  isVideo: false,
});
const groupChange = (given: Partial<Extract<DeviceItem, { kind: 'group-change' }>> = {}): DeviceItem => ({
  kind: 'group-change',
  providerMessageId: 'N1',
  at: AT,
  groupJid: GROUP,
  subject: 'Football',
  joined: [CAROL.address],
  left: [],
  by: BOB.address,
  ...given,
});

test('calls and changes of a group are reported once each, with the conversation where there is one', async () => {
  const { inbound, hear } = await openDevice();
  await hear(call('ringing'), groupChange());
  await hear(message('M1', 'hi', inGroup), message('M2', 'me'));
  await Promise.all(
    [1, 2, 3].map(() =>
      hear(
        call('ringing'),
        call('missed'),
        groupChange(),
        groupChange({ providerMessageId: 'N2', subject: null, joined: [], left: [CAROL.address] }),
      ),
    ),
  );
  const conversations = await inbound.rows<{ id: number; peer: string }>('SELECT id, peer FROM conversations');
  const idOf = (peer: string) => conversations.find((one) => one.peer === peer)?.id;
  const calls = await inbound.events('call.received');
  expect(calls.map(({ data }) => [data.call_id, data.state, data.conversation_id])).toEqual([
    ['CALL1', 'ringing', null],
    ['CALL1', 'missed', idOf(BOB.address)],
  ]);
  const changes = await inbound.events('group.updated');
  expect(changes.map(({ data }) => [data.subject, data.joined, data.left, data.by, data.conversation_id])).toEqual([
    ['Football', [CAROL.address], [], BOB.address, null],
    [null, [], [CAROL.address], BOB.address, idOf(GROUP)],
  ]);
});

test('facts of a group and requests to join are reported once each, and a change without facts as before', async () => {
  const { inbound, hear } = await openDevice();
  const none = { promoted: [], demoted: [], description: null, settings: null, inviteChanged: false };
  const promotion = { ...none, promoted: [CAROL.address], settings: { onlyAdminsSend: true, disappearingS: 0 } };
  const unchanged = { subject: null, joined: [], left: [] };
  const request: DeviceItem = {
    ...{ kind: 'group-request', providerMessageId: 'N9', at: AT, groupJid: GROUP, person: CAROL.address },
    ...{ state: 'requested', method: 'invite_link', by: CAROL.address },
  };
  for (const _repeat of [1, 2])
    await hear(
      groupChange(),
      groupChange({ ...unchanged, providerMessageId: 'N2', facts: promotion }),
      groupChange({ ...unchanged, providerMessageId: 'N3', facts: { ...none, description: '', inviteChanged: true } }),
      request,
    );
  const shown = { promoted: [], demoted: [], description: null, settings: null, invite_changed: false };
  expect((await inbound.events('group.updated')).map(({ data }) => data)).toMatchObject([
    { ...shown, subject: 'Football' },
    { ...shown, promoted: [CAROL.address], settings: { only_admins_send: true, disappearing_s: 0 } },
    { ...shown, description: '', invite_changed: true },
  ]);
  expect((await inbound.events('group.join_request')).map(({ data }) => data)).toMatchObject([
    { group_id: GROUP, person: CAROL.address, state: 'requested', method: 'invite_link', conversation_id: null },
  ]);
});

test('a group change is reported without a conversation that only another workspace has, and not to that workspace', async () => {
  const { inbound, hear } = await openDevice();
  const otherId = await inbound.addTenant('other');
  await inbound.addAccount({ tenantId: otherId, channel: 'wd', externalId: '8', name: 'Other' });
  await inbound.call(storeDeviceItems, { tenantId: otherId, externalId: '8', items: [message('M1', 'hi', inGroup)] });
  await askFor(inbound, 'group.updated');
  await hear(groupChange());
  const changes = await inbound.events('group.updated');
  expect(changes.map(({ data }) => [(data.account as { id: string }).id, data.conversation_id])).toEqual([['7', null]]);
});

test('a bare referral is reported once, without its hostile values', async () => {
  const inbound = await openForTest();
  await askFor(inbound, 'contact.referral');
  const service = openService(inbound);
  const base = { account: { channel: 'tg' as const, externalId: '110201543' }, at: new Date(AT) };
  const [bot] = await inbound.rows<{ external_id: string }>(
    `SELECT external_id FROM channel_accounts WHERE channel = 'tg'`,
  );
  base.account.externalId = bot?.external_id ?? '';
  const came: InboundItem = {
    ...base,
    kind: 'referral',
    from: { address: '42', aliases: [], name: null, username: null, phone: null },
    referral: referral('link', { ref: 'spring', url: 'javascript:alert(1)' }),
  };
  await storeItems(service, [came]);
  await storeItems(service, [came]);
  expect((await inbound.events()).map(({ type, data }) => [type, data.referral])).toEqual([
    ['contact.referral', referral('link', { ref: 'spring' })],
  ]);
});

test('a typing notice is published and stores nothing', async () => {
  const inbound = await openForTest();
  await askFor(inbound, 'contact.typing');
  const told: ContactTyping[] = [];
  inbound.bus.onHint(contactTyping, (typing) => told.push(typing));
  const from = { address: `+1${'5'.repeat(400)}`, aliases: [], name: null, username: null, phone: null };
  publishTyping({ ...openService(inbound), bus: inbound.bus }, [
    { kind: 'typing', account: { channel: 'wa', externalId: NUMBER }, at: new Date(AT), from, state: 'recording' },
    { kind: 'ignored', reason: 'other' },
  ]);
  await pollUntil(() => (told.length > 0 ? true : null), { what: () => 'the hint' });
  expect(told).toMatchObject([{ channel: 'wa', externalIds: [NUMBER], state: 'recording', at: AT, group: null }]);
  expect(told[0]?.from).toMatch(/^sha256:/);
  expect(await inbound.rows('SELECT 1 FROM events')).toEqual([]);
});

test('a decision about a template is forwarded with its name, and one of unknown shape only stored', async () => {
  const inbound = await openForTest();
  const reported: InputOf<typeof reportTemplate>[] = [];
  await inbound.startNeighbours({ reportTemplate: async (input) => void reported.push(input) });
  const template = {
    message_template_id: 1689556908129835,
    message_template_name: 'cart',
    message_template_language: 'en',
  };
  const update = (field: string, value: object) => bodyOf(changeOf({ ...template, ...value }, field));
  await inbound.receiveMeta(update('message_template_status_update', { event: 'REJECTED', reason: 'INVALID_FORMAT' }));
  await inbound.receiveMeta(update('message_template_quality_update', { new_quality_score: 'YELLOW' }));
  await inbound.receiveMeta(update('template_category_update', { new_category: 'MARKETING' }));
  await inbound.receiveMeta(update('message_template_status_update', { event: { $ne: 1 } }));
  await inbound.receiveMeta(update('message_template_status_update', { event: 'PAUSED', message_template_name: 7 }));
  expect(
    reported.map(({ wabaId, news }) => [
      wabaId,
      news.templateId,
      news.name,
      news.status,
      news.reason,
      news.quality,
      news.category,
    ]),
  ).toEqual([
    ['102290129340398', '1689556908129835', 'cart', 'REJECTED', 'INVALID_FORMAT', null, null],
    ['102290129340398', '1689556908129835', 'cart', null, null, 'YELLOW', null],
    ['102290129340398', '1689556908129835', 'cart', null, null, null, 'MARKETING'],
  ]);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toHaveLength(5);
});

test('an edit in Telegram and a revocation in WhatsApp are reported without a check of the author', async () => {
  const inbound = await openForTest();
  await askFor(inbound, 'message.updated', 'message.deleted');
  await inbound.receiveTg(textUpdate(42, 1, 'Hi bot'));
  const { message: first } = textUpdate(42, 1, 'Hello bot');
  await inbound.receiveTg({ update_id: 2000, edited_message: { ...first, edit_date: first.date + 5 } });
  const sent = textMessage('15551234567', 'oops');
  await inbound.receiveMeta(messagesBody('Ann', sent));
  const gone = textMessage('15551234567', '', {
    type: 'revoke',
    text: undefined,
    revoke: { original_message_id: sent.id },
  });
  await inbound.receiveMeta(messagesBody('Ann', gone));
  expect((await inbound.events()).map(({ type, data }) => [type, data.text ?? data.by])).toEqual([
    ['message.received', 'Hi bot'],
    ['message.updated', 'Hello bot'],
    ['message.received', 'oops'],
    ['message.deleted', 'customer'],
  ]);
});
