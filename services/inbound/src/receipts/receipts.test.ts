import { pollUntil } from '@parley/testing/poll-until';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSent, type SentRow } from '../../test/add-sent.ts';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { openService } from '../../test/open-service.ts';
import { NUMBER } from '../../test/seed-database.ts';
import { bodyOf, changeOf, changeValue, statusesBody, statusOf, wamid } from '../../test/wa-bodies.ts';
import { expirePending } from '../pending/expire-pending.ts';

const reported = async (inbound: OpenInbound) =>
  (await inbound.events()).map(({ type, data }) => (type === 'message.status' ? data.status : type));

const statusOfMessage = async (inbound: OpenInbound, id: string) =>
  (await inbound.rows<{ status: string }>('SELECT status FROM messages WHERE id = $1', id))[0]?.status;

const waitFor = (inbound: OpenInbound, count: number) =>
  pollUntil(async () => ((await inbound.events()).length >= count ? true : null), {
    what: () => `${count} events`,
  });

test('wa has all three receipts, each reported once, with its message and account', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const messageId = await addSent(inbound, 'sent', id);
  for (const status of ['sent', 'delivered', 'read', 'read', 'delivered'])
    await inbound.receiveMeta(statusesBody(statusOf(id, status, { timestamp: '1772359200' })));
  expect(await reported(inbound)).toEqual(['sent', 'delivered', 'read']);
  const [, delivered] = await inbound.events();
  expect(delivered?.data).toMatchObject({
    channel: 'wa',
    message_id: messageId,
    to: '+15551234567',
    account: { id: NUMBER, number: '+15550783881', label: 'Acme Shop' },
    status: 'delivered',
    at: '2026-03-01T10:00:00.000Z',
    error: null,
    provider_message_id: id,
  });
  const history = await inbound.rows(
    'SELECT status FROM message_statuses WHERE message_id = $1 ORDER BY status',
    messageId,
  );
  expect(history).toEqual([{ status: 'delivered' }, { status: 'read' }, { status: 'sent' }]);
});

test('receipts in any order and number end in the same state, and no step back is reported', async () => {
  const inbound = await openForTest();
  const rank: Record<string, number> = { sent: 1, delivered: 2, read: 3 };
  const steps = fc
    .array(fc.constantFrom('sent', 'delivered', 'read'), { maxLength: 4 })
    .chain((extra) => fc.shuffledSubarray(['sent', 'delivered', 'read', ...extra], { minLength: 3 + extra.length }));
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (order, inOneBody) => {
      await inbound.empty('deliveries', 'events');
      const id = wamid();
      const messageId = await addSent(inbound, 'sent', id);
      const statuses = order.map((status) => statusOf(id, status));
      if (inOneBody) await inbound.receiveMeta(statusesBody(...statuses));
      else for (const status of statuses) await inbound.receiveMeta(statusesBody(status));
      const seen = (await reported(inbound)).map((status) => rank[String(status)] ?? 0);
      expect(seen.at(-1)).toBe(3);
      expect(seen).toEqual([...new Set(seen)].sort());
      expect(await statusOfMessage(inbound, messageId)).toBe('read');
    }),
    { numRuns: 40 },
  );
});

test('a skipped status is not reported', async () => {
  const inbound = await openForTest();
  const id = wamid();
  await addSent(inbound, 'sent', id);
  await inbound.receiveMeta(statusesBody(statusOf(id, 'read')));
  expect(await reported(inbound)).toEqual(['read']);
});

test('a failure after sent carries the provider’s reason and ends the message', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const messageId = await addSent(inbound, 'sent', id);
  const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours.' } }];
  await inbound.receiveMeta(statusesBody(statusOf(id, 'failed', { errors })));
  await inbound.receiveMeta(statusesBody(statusOf(id, 'delivered'), statusOf(id, 'failed', { errors })));
  const events = await inbound.events();
  expect(events.map(({ data }) => data.error)).toEqual([
    { code: 'graph_error', message: 'More than 24 hours.', provider_code: 131047 },
  ]);
  expect(await statusOfMessage(inbound, messageId)).toBe('failed');
  expect(await inbound.rows('SELECT 1 FROM credit_ledger')).toEqual([]);
});

test('a delivered message can no longer fail', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const messageId = await addSent(inbound, 'sent', id);
  await inbound.receiveMeta(statusesBody(statusOf(id, 'delivered')));
  await inbound.receiveMeta(statusesBody(statusOf(id, 'failed', { errors: [{ code: 1, title: 'x' }] })));
  expect(await reported(inbound)).toEqual(['delivered']);
  expect(await statusOfMessage(inbound, messageId)).toBe('delivered');
});

test('the same receipt ten times at once is reported once', async () => {
  const inbound = await openForTest();
  const id = wamid();
  await addSent(inbound, 'sent', id);
  const body = statusesBody(statusOf(id, 'delivered'));
  await Promise.all(Array.from({ length: 10 }, () => inbound.receiveMeta(body)));
  expect(await reported(inbound)).toEqual(['delivered']);
});

test('receipts that arrive before their message are applied in order as soon as it is stored', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const messageId = await addSent(inbound, 'sent', null);
  await inbound.receiveMeta(statusesBody(statusOf(id, 'delivered')));
  await inbound.receiveMeta(statusesBody(statusOf(id, 'read')));
  expect(await inbound.events()).toEqual([]);
  await inbound.rows('UPDATE messages SET provider_message_id = $1 WHERE id = $2', id, messageId);
  await waitFor(inbound, 2);
  expect(await reported(inbound)).toEqual(['delivered', 'read']);
  expect(await inbound.rows('SELECT 1 FROM pending_updates')).toEqual([]);
});

test('receipts that precede a message from the phone are reported with it', async () => {
  const inbound = await openForTest();
  const id = wamid();
  await inbound.receiveMeta(statusesBody(statusOf(id, 'delivered')));
  const echo = {
    from: '15550783881',
    to: '15551234567',
    id,
    timestamp: '1739321024',
    type: 'text',
    text: { body: 'x' },
  };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ message_echoes: [echo] }), 'smb_message_echoes')));
  expect(await reported(inbound)).toEqual(['message.sent', 'delivered']);
});

test('a receipt with the message_id confirms a send whose answer was lost: sent once, then the receipt', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const messageId = await addSent(inbound, 'unknown', null);
  const callback = { biz_opaque_callback_data: messageId };
  const body = statusesBody(statusOf(id, 'sent', callback), statusOf(id, 'delivered', callback));
  await Promise.all([inbound.receiveMeta(body), inbound.receiveMeta(body), inbound.receiveMeta(body)]);
  expect(await reported(inbound)).toEqual(['message.sent', 'sent', 'delivered']);
  const [message] = await inbound.rows<SentRow & { status: string }>('SELECT * FROM messages WHERE id = $1', messageId);
  expect(message).toMatchObject({ status: 'delivered', provider_message_id: id });
});

test('a failure with the message_id of an open send ends it and refunds the credit once', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const messageId = await addSent(inbound, 'sending', null, '2.5');
  const failed = statusOf(id, 'failed', {
    biz_opaque_callback_data: messageId,
    errors: [{ code: 131026, title: 'Message undeliverable' }],
  });
  await Promise.all([inbound.receiveMeta(statusesBody(failed)), inbound.receiveMeta(statusesBody(failed, failed))]);
  expect(await reported(inbound)).toEqual(['failed']);
  expect(await inbound.rows('SELECT kind, amount::float AS amount FROM credit_ledger')).toEqual([
    { kind: 'refund', amount: 2.5 },
  ]);
  expect(await inbound.rows('SELECT balance::float AS balance FROM tenants')).toEqual([{ balance: 2.5 }]);
});

test('a refusal waits for a batch of sends that holds the tenant, before it locks the conversation of either', async () => {
  const inbound = await openForTest();
  const messageId = await addSent(inbound, 'unknown', null, '2.5');
  const failed = statusOf(wamid(), 'failed', {
    biz_opaque_callback_data: messageId,
    errors: [{ code: 131026, title: 'Message undeliverable' }],
  });
  const writer = await inbound.database.db.pool.connect();
  try {
    await writer.query('BEGIN');
    // The one that finds a deadlock is its victim.
    await writer.query(`SET LOCAL deadlock_timeout = '10ms'`);
    await writer.query('SELECT 1 FROM tenants FOR NO KEY UPDATE');
    const receiving = inbound.receiveMeta(statusesBody(failed));
    receiving.catch(() => {}); // awaited below
    await pollUntil(
      async () => {
        const waiting = await inbound.rows(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0 || null;
      },
      { what: () => 'the receipt to wait for a lock' },
    );
    await writer.query('SELECT 1 FROM conversations FOR NO KEY UPDATE');
    await writer.query('COMMIT');
    await receiving;
  } finally {
    await writer.query('ROLLBACK');
    writer.release();
  }
  expect(await reported(inbound)).toEqual(['failed']);
  expect(await inbound.rows('SELECT balance::float AS balance FROM tenants')).toEqual([{ balance: 2.5 }]);
});

test('another account’s webhook cannot move a message by naming its id', async () => {
  const inbound = await openForTest();
  const other = await inbound.addTenant('other');
  await inbound.addAccount({ tenantId: other, channel: 'wa', externalId: '999000111' });
  const messageId = await addSent(inbound, 'unknown', null);
  const status = statusOf(wamid(), 'read', { biz_opaque_callback_data: messageId });
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ statuses: [status] }, '999000111'))));
  expect(await inbound.events()).toEqual([]);
  expect(await statusOfMessage(inbound, messageId)).toBe('unknown');
});

test('receipts of other systems’ messages wait and block no others', async () => {
  const inbound = await openForTest();
  const id = wamid();
  await addSent(inbound, 'sent', id);
  await inbound.receiveMeta(statusesBody(statusOf(wamid(), 'sent'), statusOf(id, 'delivered')));
  expect(await reported(inbound)).toEqual(['delivered']);
  expect(await inbound.rows('SELECT kind FROM pending_updates')).toEqual([{ kind: 'receipt' }]);
});

test('updates that waited for 7 days and unknown elements of 30 days are dropped, and nothing younger', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(statusesBody(statusOf(wamid(), 'sent')));
  await inbound.rows(`INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item, created_at)
    VALUES (1, 'old', 'receipt', '{}', now() - interval '7 days 1 minute'), (1, 'young', 'receipt', '{}', now() - interval '6 days')`);
  await inbound.rows(`INSERT INTO unknown_provider_events (channel, reason, payload, received_at)
    VALUES ('wa', 'old', '{}', now() - interval '30 days 1 minute'), ('wa', 'young', '{}', now() - interval '29 days')`);
  const service = openService(inbound);
  // A drop skips rows that the service's own sweep has locked: the next one finds them.
  const left = await pollUntil(
    async () => {
      await expirePending(service);
      const rows = await inbound.rows<{ id: string }>('SELECT provider_message_id AS id FROM pending_updates');
      return rows.some(({ id }) => id === 'old') ? null : rows.map(({ id }) => id);
    },
    { what: () => 'the old update to be dropped' },
  );
  expect(left).toContain('young');
  expect(left).toHaveLength(2);
  expect(await inbound.rows('SELECT reason FROM unknown_provider_events')).toEqual([{ reason: 'young' }]);
});

test('a waiting update that cannot be applied is quarantined and blocks none behind it', async () => {
  const inbound = await openForTest();
  const id = wamid();
  const messageId = await addSent(inbound, 'sent', null);
  const item = { kind: 'receipt', account: { channel: 'wa', externalId: NUMBER }, at: new Date().toISOString() };
  await inbound.rows(
    `INSERT INTO pending_updates (channel_account_id, provider_message_id, kind, item)
     SELECT channel_account_id, $1, 'receipt', $2::jsonb FROM messages`,
    id,
    JSON.stringify({ ...item, providerMessageId: id, status: 'hovering', error: null, callbackData: null }),
  );
  await inbound.receiveMeta(statusesBody(statusOf(id, 'read')));
  await inbound.rows('UPDATE messages SET provider_message_id = $1 WHERE id = $2', id, messageId);
  await waitFor(inbound, 1);
  expect(await reported(inbound)).toEqual(['read']);
  // A sweep before the message had its id has postponed it: the next look may come after the event.
  await expect
    .poll(() => inbound.rows('SELECT channel, source, kind, reason FROM quarantined_elements'))
    .toEqual([{ channel: 'wa', source: 'webhook', kind: 'receipt', reason: 'ZodError' }]);
});
