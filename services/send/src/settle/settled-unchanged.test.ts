import { makeId } from '@parley/common/ids';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import type { TestTenant } from '../../test/test-tenant.ts';
import { type Send, type Sent, textOnly } from '../sends/send.rules.ts';
import { sendMessage } from '../sends/send-message.steps.ts';
import type { SendService } from '../service.ts';

// An accepted send is settled by one statement that compares its row with the state that was reserved. What has changed
// since then is decided under locks.
let system: OpenSend;
let service: SendService;
let tenant: TestTenant;
let conversation: number;
let nextNumber = 0;
let to: string;
beforeAll(async () => {
  system = await openSend();
  service = system.openService().service;
});
beforeEach(async () => {
  tenant = await system.addTenant({ balance: 10 });
  to = `+49176666${String(nextNumber++).padStart(4, '0')}`;
  conversation = await tenant.customerWrote('wa', to);
});
afterAll(() => system[Symbol.asyncDispose]());

/** Sends a text; the provider accepts it under this id, after `meanwhile` has run with the id of the message. */
function send(providerMessageId: string, meanwhile: (messageId: string) => Promise<unknown>): Promise<Sent> {
  const one: Send = {
    tenantId: tenant.id,
    instanceId: tenant.instanceId,
    origin: 'api',
    channel: 'wa',
    from: null,
    namedConversationId: null,
    commentId: null,
    idempotency: { key: `key ${providerMessageId}`, bodyHash: 'aa' },
    deadlineAt: Date.now() + 60_000,
    ...textOnly(to, 'x'),
  };
  const wa: SendService['senders']['wa'] = {
    async send(_account, _message, messageId) {
      await meanwhile(messageId);
      return { kind: 'accepted', providerMessageId, recipientAlias: null };
    },
  };
  return sendMessage({ ...service, senders: { ...service.senders, wa } }, one);
}

const messageOf = async (id: string) => (await tenant.messages()).find((one) => one.id === id);
const answerOf = async (id: string) =>
  (await system.rows<{ answer: unknown }>('SELECT answer FROM idempotency_keys WHERE message_id = $1', id))[0]?.answer;

/** Sends, and expects one charge, one event and a kept answer. */
async function expectSent(meanwhile: (messageId: string) => Promise<unknown>, providerMessageId = makeId('evt')) {
  let id = '';
  const sent = await send(providerMessageId, (messageId) => {
    id = messageId;
    return meanwhile(messageId);
  });
  expect(sent.answer).toMatchObject({ ok: true, output: { messageId: id } });
  expect(await messageOf(id)).toMatchObject({ status: 'sent', conversation_id: conversation });
  expect((await tenant.events('message.sent')).filter(({ data }) => data.message_id === id)).toHaveLength(1);
  expect(await tenant.balance()).toEqual({ balance: 9, ledger: 9 });
  expect(await answerOf(id)).toMatchObject({ ok: true });
  return (await messageOf(id))?.provider_message_id;
}

describe('a send', () => {
  test('that nothing has changed becomes sent, with its provider id', async () => {
    expect(await expectSent(async () => {}, 'wamid.plain')).toBe('wamid.plain');
  });

  test('that a sweep has already marked as unknown becomes sent all the same', async () => {
    await expectSent((id) => system.rows(`UPDATE messages SET status = 'unknown' WHERE id = $1`, id));
  });

  test('that a sweep has already failed and refunded stays failed', async () => {
    let id = '';
    await send('wamid.late', async (messageId) => {
      id = messageId;
      // Long expired, on a channel without later evidence.
      await system.rows(
        `UPDATE messages SET status = 'unknown', settle_by = '2020-01-01', channel = 'tg' WHERE id = $1`,
        id,
      );
      await system.sweepAt(new Date());
    });
    expect(await messageOf(id)).toMatchObject({ status: 'failed', provider_message_id: null });
    expect(await answerOf(id)).toMatchObject({ ok: false });
    expect(await tenant.events('message.sent')).toEqual([]);
    expect(await tenant.balance()).toEqual({ balance: 10, ledger: 10 });
  });

  test('whose provider id belongs to another message is sent without it', async () => {
    const kept = await expectSent(
      (id) =>
        system.rows(
          `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer,
                                 text, provider_message_id, happened_at)
           SELECT tenant_id, conversation_id, channel_account_id, channel, 'out', 'phone', 'sent', peer, 'other',
                  'wamid.taken', now()
             FROM messages WHERE id = $1`,
          id,
        ),
      'wamid.taken',
    );
    expect(kept).toBeNull();
  });

  test('is reported to a platform webhook that was created after the reservation', async () => {
    await expectSent(() =>
      system.rows(
        `INSERT INTO platform_webhooks (instance_id, tenant_id, url, events, secret)
         VALUES ('plt_new', $1, 'https://platform.example/hook', '{message-sent}', 'x')`,
        tenant.id,
      ),
    );
    expect(await tenant.events('message-sent')).toHaveLength(1);
  });
});

test('a customer’s message that is committed while a settlement waits for its conversation stays unread', async () => {
  const writer = await system.database.db.pool.connect();
  let id = '';
  try {
    const sending = send('wamid.waits', async (messageId) => {
      id = messageId;
      await writer.query('BEGIN');
      await writer.query('SELECT 1 FROM conversations WHERE id = $1 FOR NO KEY UPDATE', [conversation]);
    });
    await pollUntil(
      async () => {
        const waiting = await system.rows(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0 || null;
      },
      { what: () => 'the settlement to wait' },
    );
    await writer.query(
      `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                             happened_at)
       SELECT tenant_id, conversation_id, channel_account_id, channel, 'in', 'customer', 'received', peer, 'hi', now()
         FROM messages WHERE id = $1`,
      [id],
    );
    await writer.query('UPDATE conversations SET unread = 1, last_message_at = now() WHERE id = $1', [conversation]);
    await writer.query('COMMIT');
    await sending;
  } finally {
    writer.release();
  }
  expect(
    await system.rows('SELECT unread, read_message_id::text AS read FROM conversations WHERE id = $1', conversation),
  ).toEqual([{ unread: 1, read: id }]);
});
