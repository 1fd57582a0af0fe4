import { DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { pageBody, pageEvent, tiktokBody } from '@parley/testing/hostile/hostile-webhooks';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { BOT, NUMBER } from '../../test/seed-database.ts';
import { bodyOf, changeOf, changeValue, contactOf, textMessage, textUpdate } from '../../test/wa-bodies.ts';

const ANN = '15551234567';
const PERSON = { address: `+${ANN}`, aliases: [], name: 'Ann', phone: `+${ANN}` };
const AT = new Date().toISOString();

type Deliver = (inbound: OpenInbound, account: string) => Promise<unknown>;
interface Target {
  channel: 'wa' | 'wd' | 'tg' | 'fb' | 'ig' | 'tt';
  accounts: readonly [own: string, foreign: string];
  writes: Deliver;
  /** An edit, a deletion and a reaction, where the channel has them, that name the message of {@link Target.writes}. */
  changes: readonly Deliver[];
}

const onWa =
  (...messages: object[]): Deliver =>
  (inbound, account) =>
    inbound.receiveMeta(bodyOf(changeOf(changeValue({ contacts: [contactOf(ANN, 'Ann')], messages }, account))));
const waChange = (type: string, given: object) => onWa(textMessage(ANN, '', { type, text: undefined, ...given }));
const onPage =
  (object: 'page' | 'instagram', message: Record<string, unknown>, event: Record<string, unknown> = {}): Deliver =>
  (inbound, account) =>
    inbound.receiveMeta(pageBody(object, account, [pageEvent(account, message, event)]));
const onDevice =
  (item: Record<string, unknown>): Deliver =>
  async (inbound, externalId) => {
    const [owner] = await inbound.rows<{ tenantId: number }>(
      `SELECT tenant_id AS "tenantId" FROM channel_accounts WHERE channel = 'wd' AND external_id = $1`,
      externalId,
    );
    const items = [DeviceItem.parse({ providerMessageId: 'TARGET', at: AT, from: PERSON, group: null, ...item })];
    return inbound.call(storeDeviceItems, { tenantId: owner?.tenantId ?? 0, externalId, items });
  };
const onTg =
  (update: object): Deliver =>
  (inbound, account) =>
    inbound.receiveTg(update, account);
const onTt =
  (messageId: string, content: object): Deliver =>
  (inbound, account) => {
    const from = { from_user: { id: 'ann' }, to_user: { id: account }, from: 'ann', conversation_id: 'c' };
    return inbound.receiveTt(
      tiktokBody(account, { ...from, timestamp: Date.now(), message_id: messageId, ...content }),
    );
  };
const { message: first } = textUpdate(42, 1, 'mine');
const ofPage = (channel: 'fb' | 'ig', object: 'page' | 'instagram'): Target => ({
  channel,
  accounts: ['1001', '1002'],
  writes: onPage(object, { mid: 'm_target', text: 'mine' }),
  changes: [
    onPage(object, {}, { message: undefined, message_edit: { mid: 'm_target', text: 'changed', num_edit: 1 } }),
    onPage(object, { mid: 'm_target', is_deleted: true }),
    onPage(object, {}, { message: undefined, reaction: { mid: 'm_target', action: 'react', emoji: '👍' } }),
  ],
});

const TARGETS: readonly Target[] = [
  {
    channel: 'wa',
    accounts: [NUMBER, '2002'],
    writes: onWa(textMessage(ANN, 'mine', { id: 'wamid.TARGET' })),
    changes: [
      waChange('revoke', { revoke: { original_message_id: 'wamid.TARGET' } }),
      waChange('reaction', { reaction: { message_id: 'wamid.TARGET', emoji: '👍' } }),
    ],
  },
  {
    channel: 'wd',
    accounts: ['7', '8'],
    writes: onDevice({ kind: 'message', text: 'mine', attachments: [], replyToProviderId: null }),
    changes: [
      onDevice({ kind: 'edited', text: 'changed' }),
      onDevice({ kind: 'revoked' }),
      onDevice({ kind: 'reaction', emoji: '👍', action: 'added' }),
    ],
  },
  {
    channel: 'tg',
    accounts: [BOT, '987654321'],
    writes: onTg(textUpdate(42, 1, 'mine')),
    changes: [
      onTg({ update_id: 5000, edited_message: { ...first, text: 'changed', edit_date: first.date + 5 } }),
      onTg({
        update_id: 5001,
        message_reaction: {
          chat: first.chat,
          message_id: 1,
          user: first.from,
          date: first.date,
          old_reaction: [],
          new_reaction: [{ type: 'emoji', emoji: '👍' }],
        },
      }),
    ],
  },
  ofPage('fb', 'page'),
  ofPage('ig', 'instagram'),
  {
    channel: 'tt',
    accounts: ['open-1', 'open-2'],
    writes: onTt('TARGET', { type: 'text', text: { body: 'mine' } }),
    changes: [
      onTt('REACTION', {
        type: 'reaction',
        reaction: [{ operation: 'ADD', type: 'EMOJI', emoji: '👍', original_msg_id: 'TARGET', timestamp: Date.now() }],
      }),
    ],
  },
];

/** Accounts of two tenants; the first one has a message. */
async function open({ channel, accounts, writes }: Target) {
  const inbound = await openForTest();
  const other = await inbound.addTenant('other');
  await inbound.rows('UPDATE api_keys SET events = events || $1::text[]', [...OPT_IN_EVENT_TYPES]);
  const isSeeded = channel === 'wa' || channel === 'tg';
  if (!isSeeded) await inbound.addAccount({ tenantId: inbound.tenantId, channel, externalId: accounts[0] });
  await inbound.addAccount({ tenantId: other, channel, externalId: accounts[1] });
  await writes(inbound, accounts[0]);
  const state = async () => ({
    messages: await inbound.rows('SELECT text, edited_at, revoked_at FROM messages ORDER BY id'),
    reactions: await inbound.rows('SELECT emoji FROM message_reactions'),
    events: (await inbound.events()).map(({ type }) => type),
  });
  return { inbound, state };
}

test.each(TARGETS)(
  'on $channel a change that names the message of another tenant’s account changes nothing and is not reported',
  async (target) => {
    const { inbound, state } = await open(target);
    const before = await state();
    expect(before.events).toEqual(['message.received']);
    for (const deliver of target.changes) await deliver(inbound, target.accounts[1]);
    expect(await state()).toEqual(before);
  },
);

test.each(TARGETS)('on $channel the same changes at the message’s own account are reported', async (target) => {
  const { inbound, state } = await open(target);
  for (const deliver of target.changes) await deliver(inbound, target.accounts[0]);
  // A reaction to a deleted message is still a reaction.
  expect((await state()).events.length).toBeGreaterThan(target.changes.length - 1);
});

const CARD = 'x'.repeat(5_000_000);

test.each([
  [
    'wa',
    onWa(textMessage(ANN, '', { type: 'contacts', text: undefined, contacts: [{ name: { formatted_name: CARD } }] })),
  ],
  [
    'tg',
    onTg(textUpdate(42, 9, '', { text: undefined, contact: { phone_number: '+1', first_name: 'A', vcard: CARD } })),
  ],
] as const)('a contact card of 5 MB on %s does not hide the next message', async (channel, deliver) => {
  const { inbound } = await open({
    channel,
    accounts: channel === 'wa' ? [NUMBER, '2002'] : [BOT, '9'],
    writes: async () => {},
    changes: [],
  });
  const account = channel === 'wa' ? NUMBER : BOT;
  await deliver(inbound, account);
  const next = channel === 'wa' ? onWa(textMessage(ANN, 'next')) : onTg(textUpdate(42, 10, 'next'));
  await next(inbound, account);
  const kept = [
    ...(await inbound.rows('SELECT 1 FROM quarantined_elements')),
    ...(await inbound.events('message.received')),
  ];
  expect(kept).toHaveLength(2);
  expect((await inbound.events('message.received')).at(-1)?.data.text).toBe('next');
  for (const { data } of await inbound.events()) expect(JSON.stringify(data).length).toBeLessThan(1_000_000);
});

test.each(['NaN', null, '1e999', {}])(
  'a location of wa whose latitude is %j is reported as unsupported with its payload',
  async (latitude) => {
    const inbound = await openForTest();
    const location = { latitude, longitude: 1, name: 'Office' };
    await onWa(textMessage(ANN, '', { type: 'location', text: undefined, location }))(inbound, NUMBER);
    const [event] = await inbound.events('message.received');
    expect(event?.data.attachments).toMatchObject([{ type: 'unsupported', payload: { location } }]);
  },
);
