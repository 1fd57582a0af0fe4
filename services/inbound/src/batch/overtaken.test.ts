import type { InboundItem } from '@parley/providers/received/inbound-item';
import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { openPeople } from '../../test/open-people.ts';
import { openService } from '../../test/open-service.ts';
import { NUMBER } from '../../test/seed-database.ts';
import { messagesBody, textMessage, wamid } from '../../test/wa-bodies.ts';
import { storeItems } from './store-items.steps.ts';

const FROM = '15551234567';
const account = { channel: 'wa' as const, externalId: NUMBER };

const changeOf = (id: string, type: 'edit' | 'revoke', given: Record<string, unknown>) =>
  textMessage(FROM, '', { type, text: undefined, [type]: { original_message_id: id, ...given } });

test('an edit and a revocation that precede their message are applied when it arrives', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const newText = { message: { type: 'text', text: { body: 'Two boxes' } } };
  await inbound.receiveMeta(messagesBody('Ann', changeOf(id, 'edit', newText), changeOf(id, 'revoke', {})));
  expect(await inbound.rows('SELECT kind FROM pending_updates ORDER BY id')).toEqual([
    { kind: 'edited' },
    { kind: 'revoked' },
  ]);
  await inbound.receiveMeta(messagesBody('Ann', textMessage(FROM, 'One box', { id })));
  expect(await inbound.rows('SELECT text, revoked_at IS NOT NULL AS revoked FROM messages')).toEqual([
    { text: 'Two boxes', revoked: true },
  ]);
  expect(await inbound.rows('SELECT 1 FROM pending_updates')).toEqual([]);
  expect(await inbound.events()).toMatchObject([{ type: 'message.received', data: { text: 'One box' } }]);
});

/** The service, and a store whose wait for a skipped status the test ends. */
async function openPaused() {
  const people = await openPeople();
  const { inbound } = people;
  const [held] = await inbound.rows<{ id: number }>('SELECT id FROM channel_accounts WHERE external_id = $1', NUMBER);
  const [message] = await inbound.rows<{ id: string; provider_message_id: string }>(
    `WITH contact AS (INSERT INTO contacts (tenant_id, channel) VALUES ($1, 'wa') RETURNING id),
          conversation AS (INSERT INTO conversations (tenant_id, channel, channel_account_id, contact_id, peer)
                           SELECT $1, 'wa', $2, id, '+15551234567' FROM contact RETURNING id)
     INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           provider_message_id, happened_at)
     SELECT $1, id, $2, 'wa', 'out', 'api', 'sent', '+15551234567', 'Hi', $3, now() FROM conversation
     RETURNING id, provider_message_id`,
    inbound.tenantId,
    held?.id,
    wamid(),
  );
  if (!message) throw new Error('No message was made.');
  const paused: (() => void)[] = [];
  const service = openService(inbound, { wait: () => new Promise((resolve) => paused.push(resolve)) });
  const store = (items: readonly InboundItem[]): Promise<void> => storeItems(service, items);
  const receipt = (status: 'sent' | 'delivered' | 'read') => ({
    kind: 'receipt' as const,
    account,
    at: new Date(),
    providerMessageId: message.provider_message_id,
    status,
    error: null,
    callbackData: null,
  });
  const reported = async () => (await inbound.events()).map(({ data }) => data.status);
  const history = async () =>
    (
      await inbound.rows<{ status: string }>(
        'SELECT status FROM message_statuses WHERE message_id = $1 ORDER BY status',
        message.id,
      )
    ).map(({ status }) => status);
  return { people, store, paused, receipt, reported, history };
}

/** Ends the wait of the only waiting store. */
async function endPause(paused: (() => void)[]): Promise<void> {
  await expect.poll(() => paused.length).toBe(1);
  paused.shift()?.();
}

test('a receipt that arrives before the previous one at another replica waits for it: both are reported, in order', async () => {
  const { people, store, paused, receipt, reported } = await openPaused();
  await store([receipt('sent')]);
  const reading = store([receipt('read')]);
  await expect.poll(() => paused.length).toBe(1);
  await people.storeElsewhere(receipt('delivered'));
  await endPause(paused);
  await reading;
  expect(await reported()).toEqual(['sent', 'delivered', 'read']);
});

test('a status that never arrives is not reported, and a status that arrives after the wait is only in the history', async () => {
  const { people, store, paused, receipt, reported, history } = await openPaused();
  const reading = store([receipt('read')]);
  await endPause(paused);
  await reading;
  expect(await reported()).toEqual(['read']);
  expect(await history()).toEqual(['read']);
  await people.storeElsewhere(receipt('delivered'));
  expect(await reported()).toEqual(['read']);
  expect(await history()).toEqual(['delivered', 'read']);
});

test('statuses in the wrong order in one webhook are reported in the correct order', async () => {
  const { store, receipt, reported } = await openPaused();
  await store([receipt('read'), receipt('sent'), receipt('delivered')]);
  expect(await reported()).toEqual(['sent', 'delivered', 'read']);
});
