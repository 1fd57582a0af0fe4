import { CHANNELS, type Channel } from '@parley/common/channels';
import { findProviderMessage } from '@parley/common/contracts/internal/find-provider-message';
import { deleteMessage } from '@parley/common/contracts/messages/delete-message';
import { editMessage } from '@parley/common/contracts/messages/edit-message';
import { markRead } from '@parley/common/contracts/messages/mark-read';
import { react } from '@parley/common/contracts/messages/react';
import { rejectCall } from '@parley/common/contracts/messages/reject-call';
import { typing } from '@parley/common/contracts/messages/typing';
import type { Contract, InputOf } from '@parley/common/define-contract';
import { inboxChanged } from '@parley/common/hints';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

let system: OpenSend;
let tenant: TestTenant;
beforeAll(async () => {
  system = await openSend({ PARLEY_PROVIDER_TIMEOUT_MS: '20000' });
});
afterAll(() => system[Symbol.asyncDispose]());
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
});

let people = 8_100_000;
const somebody = (): string => String(++people);
const call = <C extends Contract>(
  contract: C,
  input: InputOf<C>,
  { of = tenant, key }: { of?: TestTenant; key?: string } = {},
) =>
  system.bus.callWithMeta(contract, input, {
    requestId: 'req_test',
    caller: { tenantId: of.id, tenantSlug: of.slug, instanceId: of.instanceId, channels: [...CHANNELS] },
    ...(key === undefined ? {} : { idempotency: { key, bodyHash: 'aa' } }),
  });

/** A text that the bot sent. */
async function sentByBot(message = 'First text'): Promise<{ to: string; messageId: string; target: string }> {
  const to = somebody();
  await tenant.customerWrote('tg', to);
  const { messageId } = await tenant.send({ channel: 'tg', to, message });
  const { provider_message_id: target } = await tenant.onlyMessage();
  return { to, messageId, target: target ?? '' };
}

/** A stored message of a person, which the provider does not have. */
async function received(channel: 'wa' | 'tg', peer: string, providerMessageId: string): Promise<string> {
  const conversation = await tenant.customerWrote(channel, peer);
  const [row] = await system.rows<{ id: string }>(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text, provider_message_id, happened_at)
     VALUES ($1, $2, $3, $4, 'in', 'customer', 'received', $5, 'hello', $6, now()) RETURNING id`,
    tenant.id,
    conversation,
    channel === 'wa' ? tenant.wa : tenant.tg,
    channel,
    peer,
    providerMessageId,
  );
  return row?.id ?? '';
}

const stored = async (id: string) => {
  const [row] = await system.rows<{ text: string; edited: boolean; revoked: boolean; reactions: string[] }>(
    `SELECT text, edited_at IS NOT NULL AS edited, revoked_at IS NOT NULL AS revoked,
            ARRAY(SELECT sender || ' ' || emoji FROM message_reactions r WHERE r.message_id = m.id) AS reactions
       FROM messages m WHERE id = $1`,
    id,
  );
  return row;
};
const actsOn = async (target: string) =>
  (await system.sandbox.driver.acts({ target })).map(({ act, value }) => [act, value]);
const ledger = () => tenant.balance();

describe('an act on a message', () => {
  test('updates open inboxes of the tenant', async () => {
    const { messageId } = await sentByBot();
    const told: number[] = [];
    const listening = system.bus.onHint(inboxChanged, ({ tenantIds }) => void told.push(...tenantIds));
    await call(react, { channel: 'tg', messageId, emoji: '👍' });
    await expect.poll(() => told).toEqual([tenant.id]);
    await listening.drain();
  });

  test('reacts, replaces and removes the reaction, and stores only the account’s newest one', async () => {
    const { messageId, target } = await sentByBot();
    const [bot] = await system.rows<{ external_id: string }>(
      'SELECT external_id FROM channel_accounts WHERE id = $1',
      tenant.tg,
    );
    for (const emoji of ['👍', '❤️', null])
      expect((await call(react, { channel: 'tg', messageId, emoji })).output).toEqual({
        ok: true,
        channel: 'tg',
        messageId,
        emoji,
      });
    expect(await actsOn(target)).toEqual([
      ['react', '👍'],
      ['react', '❤'],
      ['react', null],
    ]);
    expect((await stored(messageId))?.reactions).toEqual([`${bot?.external_id} `]);
    await call(react, { channel: 'tg', messageId, emoji: '🔥' });
    expect((await stored(messageId))?.reactions).toContain(`${bot?.external_id} 🔥`);
    expect(await tenant.events('message.reaction')).toEqual([]);
  });

  test('replaces the text, marks the search index as out of date, and costs nothing', async () => {
    const { messageId, target } = await sentByBot();
    await system.rows(
      `INSERT INTO message_words (message_id, tenant_id, words) VALUES ($1, $2, 'x')`,
      messageId,
      tenant.id,
    );
    const before = await ledger();
    const { output } = await call(editMessage, { channel: 'tg', messageId, message: 'Second text' });
    expect(output).toMatchObject({ ok: true, message: 'Second text' });
    expect(await actsOn(target)).toEqual([['edit', 'Second text']]);
    expect(await stored(messageId)).toMatchObject({ text: 'Second text', edited: true });
    expect(await system.rows('SELECT words FROM message_words WHERE message_id = $1', messageId)).toEqual([
      { words: null },
    ]);
    expect(await ledger()).toEqual(before);
  });

  test('deletes for everyone, and a repeat gets the same response', async () => {
    const { messageId, target } = await sentByBot();
    const first = await call(deleteMessage, { channel: 'tg', messageId });
    expect((await call(deleteMessage, { channel: 'tg', messageId })).output).toEqual(first.output);
    expect(await actsOn(target)).toEqual([['delete', null]]);
    expect(await stored(messageId)).toMatchObject({ revoked: true });
    await expect(call(editMessage, { channel: 'tg', messageId, message: 'x' })).rejects.toMatchObject({
      code: 'invalid_message_id',
    });
  });

  test('marks a person’s message as read', async () => {
    const messageId = await received('wa', '+16505550101', 'wamid.read');
    expect((await call(markRead, { channel: 'wa', messageId })).output).toEqual({ ok: true, channel: 'wa', messageId });
    expect(await actsOn('wamid.read')).toEqual([['read', null]]);
  });

  test('is done once per Idempotency-Key, and a repeat gets the first answer', async () => {
    const { messageId, target } = await sentByBot();
    const input = { channel: 'tg' as const, messageId, message: 'Once' };
    const first = await call(editMessage, input, { key: 'k' });
    const again = await call(editMessage, input, { key: 'k' });
    expect(again.output).toEqual(first.output);
    expect([first.meta.replayed, again.meta.replayed]).toEqual([undefined, true]);
    expect(await actsOn(target)).toEqual([['edit', 'Once']]);
  });

  test('that was done but not stored is completed by a repeat', async () => {
    const { messageId, target } = await sentByBot();
    await call(editMessage, { channel: 'tg', messageId, message: 'Done' });
    // As after a kill between the provider's answer and the transaction.
    await system.rows(`UPDATE messages SET text = 'First text', edited_at = NULL WHERE id = $1`, messageId);
    await call(editMessage, { channel: 'tg', messageId, message: 'Done' });
    expect(await stored(messageId)).toMatchObject({ text: 'Done', edited: true });
    expect(await actsOn(target)).toEqual([['edit', 'Done']]);
  });

  test('is stored after an outage of the database that began during the provider’s call', async () => {
    const { messageId } = await sentByBot();
    await system.fault({ provider: 'tg', mode: 'delay', delay_ms: 500 });
    const edited = call(editMessage, { channel: 'tg', messageId, message: 'Through' });
    await expect.poll(async () => (await system.sandbox.driver.armedFaults()).length).toBe(0);
    const refused = system.databaseSwitch.refused();
    system.databaseSwitch.cut();
    await expect.poll(() => system.databaseSwitch.refused()).toBeGreaterThan(refused);
    system.databaseSwitch.restore();
    await edited;
    expect(await stored(messageId)).toMatchObject({ text: 'Through', edited: true });
  });

  test('that the provider refuses changes nothing, and returns the provider’s own words', async () => {
    const { messageId, target } = await sentByBot();
    await system.fault({ provider: 'tg', mode: 'error', code: 400 });
    await expect(call(deleteMessage, { channel: 'tg', messageId })).rejects.toMatchObject({
      code: 'telegram_error',
      extras: { provider: { name: 'telegram', status: 400 } },
    });
    await expect(call(react, { channel: 'tg', messageId, emoji: '🦄' })).rejects.toMatchObject({
      code: 'telegram_error',
      message: expect.stringContaining('REACTION_INVALID'),
    });
    expect(await stored(messageId)).toMatchObject({ revoked: false, reactions: [] });
    expect(await actsOn(target)).toEqual([]);
  });
});

describe('a message that the act cannot be about', () => {
  const acts = (channel: Channel, messageId: string, of = tenant) => [
    () => call(react, { channel, messageId, emoji: '👍' }, { of }),
    () => call(editMessage, { channel, messageId, message: 'x' }, { of }),
    () => call(deleteMessage, { channel, messageId }, { of }),
  ];

  test('of another tenant, of another channel, or without a message is unknown', async () => {
    const { messageId, target } = await sentByBot();
    const other = await system.addTenant();
    for (const act of [...acts('tg', messageId, other), ...acts('tg', '999999999'), ...acts('wd', messageId)])
      await expect(act()).rejects.toMatchObject({ code: 'unknown_message' });
    expect(await actsOn(target)).toEqual([]);
  });

  test('of a person is neither edited nor deleted, and of the account not marked as read', async () => {
    const messageId = await received('tg', '8200001', '8200001:1');
    for (const act of acts('tg', messageId).slice(1))
      await expect(act()).rejects.toMatchObject({ code: 'invalid_message_id' });
    const to = '+16505550102';
    await tenant.customerWrote('wa', to);
    const sent = await tenant.send({ channel: 'wa', to, message: 'Mine' });
    await expect(call(markRead, { channel: 'wa', messageId: sent.messageId })).rejects.toMatchObject({
      code: 'invalid_message_id',
      message: expect.stringContaining('only messages of a person'),
    });
  });

  test('on a disconnected account is not_connected', async () => {
    const { messageId } = await sentByBot();
    await system.rows(`UPDATE channel_accounts SET status = 'disconnected' WHERE id = $1`, tenant.tg);
    for (const act of acts('tg', messageId)) await expect(act()).rejects.toMatchObject({ code: 'not_connected' });
  });

  test('is not edited to a text that is too long', async () => {
    const { messageId } = await sentByBot();
    await expect(call(editMessage, { channel: 'tg', messageId, message: 'x'.repeat(4097) })).rejects.toMatchObject({
      code: 'invalid_message',
    });
  });
});

describe('a typing sign', () => {
  test('is shown in the newest conversation with the recipient', async () => {
    const to = somebody();
    await tenant.customerWrote('tg', to);
    for (const state of ['typing', 'recording'] as const)
      expect((await call(typing, { channel: 'tg', to, state })).output).toEqual({ ok: true, channel: 'tg', to, state });
    const shown = await system.sandbox.driver.acts({ channel: 'tg', to });
    expect(shown.map(({ value }) => value)).toEqual(['typing', 'record_voice']);
  });

  test('is shown on wa below the newest message of the person', async () => {
    const to = '+16505550103';
    const nothing = call(typing, { channel: 'wa', to, state: 'typing' });
    await expect(nothing).rejects.toMatchObject({ code: 'no_existing_conversation' });
    await received('wa', to, 'wamid.older');
    await received('wa', to, 'wamid.newer');
    await call(typing, { channel: 'wa', to, state: 'typing' });
    expect(await actsOn('wamid.newer')).toEqual([
      ['read', null],
      ['typing', 'typing'],
    ]);
    expect(await actsOn('wamid.older')).toEqual([]);
  });

  test('is shown by the account that from names, and only by one of the tenant', async () => {
    const to = somebody();
    await tenant.customerWrote('tg', to);
    const [{ external_id: from = '' } = {}] = await system.rows<{ external_id: string }>(
      'SELECT external_id FROM channel_accounts WHERE id = $1',
      tenant.tg,
    );
    expect((await call(typing, { channel: 'tg', to, from, state: 'typing' })).output).toMatchObject({ ok: true });
    await expect(call(typing, { channel: 'tg', to, from: 'nobody', state: 'typing' })).rejects.toMatchObject({
      code: 'invalid_from',
    });
    const other = await system.addTenant();
    await expect(call(typing, { channel: 'tg', to, state: 'typing' }, { of: other })).rejects.toMatchObject({
      code: 'no_existing_conversation',
    });
  });

  test.each([
    ['tg', 'off'],
    ['wa', 'recording'],
    ['fb', 'recording'],
    ['tt', 'off'],
  ] as const)('is refused on %s in the state %s, which it does not have', async (channel, state) => {
    await expect(call(typing, { channel, to: '+16505550104', state })).rejects.toMatchObject({
      code: 'unsupported_content',
      extras: { body: { channel, action: 'typing' } },
    });
  });
});

test('a call on wa is rejected by its id, at the account that from names', async () => {
  expect((await call(rejectCall, { channel: 'wa', callId: 'wacid.1' })).output).toEqual({
    ok: true,
    channel: 'wa',
    callId: 'wacid.1',
  });
  expect(await actsOn('wacid.1')).toEqual([['reject_call', null]]);
  const [row] = await system.rows<{ phone_number_id: string }>(
    'SELECT external_id AS phone_number_id FROM channel_accounts WHERE id = $1',
    tenant.wa,
  );
  const { putAccount } = system.sandbox.driver.graph.whatsapp;
  await putAccount({ ...row, calls_primary: false });
  await expect(call(rejectCall, { channel: 'wa', callId: 'wacid.2' })).rejects.toMatchObject({
    code: 'graph_error',
    extras: { provider: { code: 138_038 } },
  });
  expect(await actsOn('wacid.2')).toEqual([]);
  await putAccount({ ...row, calls_primary: true });
  await expect(call(rejectCall, { channel: 'wa', callId: 'wacid.1', from: 'nobody' })).rejects.toMatchObject({
    code: 'invalid_from',
  });
});

describe('a message by the provider’s id', () => {
  const find = async (given: InputOf<typeof findProviderMessage>, of = tenant) =>
    (await call(findProviderMessage, given, { of })).output.messageId;

  test('is found on its account and channel, in both directions', async () => {
    const { messageId, target } = await sentByBot();
    const [account] = await system.rows<{ id: string }>(
      'SELECT external_id AS id FROM channel_accounts WHERE id = $1',
      tenant.tg,
    );
    const accountId = account?.id ?? '';
    expect(await find({ channel: 'tg', accountId, providerMessageId: target })).toBe(messageId);
    const peer = somebody();
    const own = `${peer}:7`;
    expect(await find({ channel: 'tg', accountId, providerMessageId: own })).toBeNull();
    const stored = await received('tg', peer, own);
    expect(await find({ channel: 'tg', accountId, providerMessageId: own })).toBe(stored);
    expect(await find({ channel: 'wa', accountId, providerMessageId: own })).toBeNull();
    expect(await find({ channel: 'tg', accountId: 'another', providerMessageId: own })).toBeNull();
    const other = await system.addTenant({ balance: 10 });
    expect(await find({ channel: 'tg', accountId, providerMessageId: own }, other)).toBeNull();
  });

  test('is unknown to a key without its channel', async () => {
    const { target } = await sentByBot();
    const [account] = await system.rows<{ id: string }>(
      'SELECT external_id AS id FROM channel_accounts WHERE id = $1',
      tenant.tg,
    );
    const input = { channel: 'tg' as const, accountId: account?.id ?? '', providerMessageId: target };
    const caller = {
      tenantId: tenant.id,
      tenantSlug: tenant.slug,
      instanceId: tenant.instanceId,
      channels: ['wa' as const],
    };
    expect(await system.bus.call(findProviderMessage, input, { requestId: 'req_test', caller })).toEqual({
      messageId: null,
    });
  });
});
