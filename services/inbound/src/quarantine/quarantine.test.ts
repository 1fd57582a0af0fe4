import { type DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import {
  discardQuarantined,
  getQuarantined,
  listQuarantined,
  retryQuarantined,
} from '@parley/common/contracts/operator/quarantine';
import { quarantine } from '@parley/messaging/quarantine';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { messagesBody, textMessage } from '../../test/wa-bodies.ts';

const SLUG = 'acme';
const BAD = 'a secret that the database refuses';

/** A message in the quarantine, refused by a constraint that can be dropped. */
async function openWithOne() {
  const inbound = await openForTest();
  await inbound.rows(`ALTER TABLE messages ADD CONSTRAINT refuses CHECK (text NOT LIKE 'a secret%')`);
  const body = messagesBody('Ann', textMessage('15551234567', BAD, { id: 'wamid.BAD' }));
  await inbound.receiveMeta(body);
  const list = () => inbound.call(listQuarantined, { slug: SLUG, limit: 50 });
  const [only] = (await list()).items;
  if (!only) throw new Error('Nothing is quarantined.');
  const allow = () => inbound.rows('ALTER TABLE messages DROP CONSTRAINT refuses');
  return { inbound, body, list, only, allow, named: { slug: SLUG, id: only.id } };
}

const textsOf = async (inbound: OpenInbound) => (await inbound.events('message.received')).map(({ data }) => data.text);

test('an operator lists and reads elements that could not be stored; they are stored encrypted', async () => {
  const { inbound, only, named } = await openWithOne();
  expect(only).toMatchObject({
    channel: 'wa',
    source: 'webhook',
    kind: 'message',
    reason: 'refused by the database (23514)',
    attempts: 1,
  });
  const shown = await inbound.call(getQuarantined, named);
  expect(JSON.parse(shown.payload)).toMatchObject({ kind: 'message', providerMessageId: 'wamid.BAD', text: BAD });
  const stored = await inbound.rows<Record<string, unknown>>('SELECT * FROM quarantined_elements');
  expect(JSON.stringify(stored)).not.toContain('secret');
  const gauge = await inbound.metrics.getSingleMetricAsString('parley_inbound_unstorable_total');
  expect(gauge).toContain('parley_inbound_unstorable_total 1');
});

test('the provider’s repeat of the same element is one more attempt, not another element', async () => {
  const { inbound, body, list } = await openWithOne();
  await inbound.receiveMeta(body);
  expect((await list()).items).toMatchObject([{ attempts: 2 }]);
});

test('an element whose retry is refused stays, with its attempts counted', async () => {
  const { inbound, list, named } = await openWithOne();
  expect(await inbound.call(retryQuarantined, named)).toEqual({
    id: named.id,
    outcome: 'quarantined',
    reason: 'refused by the database (23514)',
  });
  expect((await list()).items).toMatchObject([{ id: named.id, attempts: 2 }]);
  expect(await textsOf(inbound)).toEqual([]);
});

test('a retry that succeeds reports the message once and removes the element', async () => {
  const { inbound, list, allow, named } = await openWithOne();
  await allow();
  expect(await inbound.call(retryQuarantined, named)).toEqual({ id: named.id, outcome: 'stored', reason: null });
  expect(await textsOf(inbound)).toEqual([BAD]);
  expect((await list()).items).toEqual([]);
  await expect(inbound.call(retryQuarantined, named)).rejects.toMatchObject({ code: 'unknown_quarantined' });
});

test('a retry for an account that is disconnected is refused, and the element stays', async () => {
  const { inbound, list, allow, named } = await openWithOne();
  await allow();
  await inbound.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE channel = 'wa'`);
  await expect(inbound.call(retryQuarantined, named)).rejects.toMatchObject({ code: 'not_connected' });
  expect((await list()).items).toHaveLength(1);
});

test('a discarded element is gone', async () => {
  const { inbound, list, named } = await openWithOne();
  expect(await inbound.call(discardQuarantined, named)).toEqual({ id: named.id, discarded: true });
  expect((await list()).items).toEqual([]);
  await expect(inbound.call(discardQuarantined, named)).rejects.toMatchObject({ code: 'unknown_quarantined' });
});

test('an operator call for one tenant neither shows, retries nor discards another’s elements', async () => {
  const { inbound, list, named } = await openWithOne();
  await inbound.addTenant('other');
  const foreign = { slug: 'other', id: named.id };
  expect((await inbound.call(listQuarantined, { slug: 'other', limit: 50 })).items).toEqual([]);
  for (const contract of [getQuarantined, retryQuarantined, discardQuarantined])
    await expect(inbound.call(contract, foreign)).rejects.toMatchObject({ code: 'unknown_quarantined' });
  await expect(inbound.call(listQuarantined, { slug: 'nobody', limit: 50 })).rejects.toMatchObject({
    code: 'unknown_tenant',
  });
  expect((await list()).items).toHaveLength(1);
});

test('the list continues at its cursor', async () => {
  const inbound = await openForTest();
  const element = (index: number) => ({
    tenantId: inbound.tenantId,
    channel: 'wa' as const,
    externalId: '1',
    source: 'webhook' as const,
    kind: 'message',
    reason: 'x',
    payload: JSON.stringify({ index }),
  });
  for (let index = 0; index < 5; index++) await quarantine(inbound.database.db, inbound.cipher, [element(index)]);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { id: string }[]; nextCursor: string | null } = await inbound.call(listQuarantined, {
      slug: SLUG,
      limit: 2,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toHaveLength(5);
  expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)));
});

test('the list of a channel shows only its elements', async () => {
  const inbound = await openForTest();
  const given = {
    tenantId: inbound.tenantId,
    externalId: '1',
    source: 'webhook',
    kind: 'message',
    reason: 'x',
  } as const;
  for (const channel of ['wa', 'tg', 'wa'] as const)
    await quarantine(inbound.database.db, inbound.cipher, [{ ...given, channel, payload: `"${crypto.randomUUID()}"` }]);
  const list = (page: { channel: 'wa' | 'fb'; cursor?: string }) =>
    inbound.call(listQuarantined, { slug: SLUG, limit: 1, ...page });
  const first = await list({ channel: 'wa' });
  const second = await list({ channel: 'wa', cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ channel }) => channel)).toEqual(['wa', 'wa']);
  expect(second.nextCursor).toBeNull();
  expect((await list({ channel: 'fb' })).items).toEqual([]);
  for (const cursor of ['abc', first.items[0]?.id ?? '', Buffer.from('delivery:1').toString('base64url')])
    await expect(list({ channel: 'wa', cursor }), cursor).rejects.toMatchObject({
      code: 'invalid_cursor',
      status: 400,
    });
});

const AT = '2026-03-01T08:00:00.000Z';
const BOB = { address: '+15550002', aliases: [], name: 'Bob', phone: '+15550002' };

test('items, comments and device messages are each retried by their own service', async () => {
  const inbound = await openForTest();
  const { tenantId } = inbound;
  await inbound.addAccount({ tenantId, channel: 'wd', externalId: '7', name: 'Shop' });
  await inbound.addAccount({ tenantId, channel: 'fb', externalId: '1001', name: 'Page' });
  const restored: unknown[] = [];
  const comments: string[] = [];
  await inbound.startNeighbours({
    restoreStanza: async (input) => void restored.push(input),
    storeComments: async ({ changes }) => void comments.push(...changes.map(({ text }) => text)),
  });
  const item: DeviceItem = {
    kind: 'message',
    providerMessageId: 'A1',
    at: AT,
    from: BOB,
    group: null,
    text: 'from the device',
    attachments: [],
    replyToProviderId: null,
  };
  const comment = {
    platform: 'fb',
    externalId: '1001',
    change: 'added',
    commentId: '5_1',
    postId: '5',
    parentId: null,
    text: 'a comment',
    from: null,
    isOwn: false,
    at: AT,
  };
  const add = (source: 'device' | 'stanza' | 'comment', channel: 'wd' | 'fb', payload: unknown) =>
    quarantine(inbound.database.db, inbound.cipher, [
      {
        tenantId,
        channel,
        externalId: channel === 'wd' ? '7' : '1001',
        source,
        kind: 'message',
        reason: 'x',
        payload: JSON.stringify(payload),
      },
    ]);
  await add('device', 'wd', item);
  await add('stanza', 'wd', { hash: 'h', kept: { at: 1 } });
  await add('comment', 'fb', comment);
  const { items } = await inbound.call(listQuarantined, { slug: SLUG, limit: 50 });
  const outcomes: string[] = [];
  for (const { id } of items.toReversed())
    outcomes.push((await inbound.call(retryQuarantined, { slug: SLUG, id })).outcome);
  expect(outcomes).toEqual(['stored', 'queued', 'stored']);
  expect(await textsOf(inbound)).toEqual(['from the device']);
  expect(restored).toEqual([{ tenantId, externalId: '7', payload: '{"hash":"h","kept":{"at":1}}' }]);
  expect(comments).toEqual(['a comment']);
  expect((await inbound.call(listQuarantined, { slug: SLUG, limit: 50 })).items).toEqual([]);
});

test('a device’s item that the database refuses is quarantined, and the device’s call succeeds', async () => {
  const inbound = await openForTest();
  const { tenantId } = inbound;
  await inbound.addAccount({ tenantId, channel: 'wd', externalId: '7', name: 'Shop' });
  await inbound.rows(`ALTER TABLE messages ADD CONSTRAINT refuses CHECK (text <> 'bad')`);
  const message = (id: string, text: string): DeviceItem => ({
    kind: 'message',
    providerMessageId: id,
    at: AT,
    from: BOB,
    group: null,
    text,
    attachments: [],
    replyToProviderId: null,
  });
  const items = [message('A1', 'first'), message('A2', 'bad'), message('A3', 'last')];
  expect(await inbound.call(storeDeviceItems, { tenantId, externalId: '7', items })).toEqual({ stored: 3 });
  expect(await textsOf(inbound)).toEqual(['first', 'last']);
  expect(await inbound.rows('SELECT channel, external_id, kind FROM quarantined_elements')).toEqual([
    { channel: 'wd', external_id: '7', kind: 'message' },
  ]);
});
