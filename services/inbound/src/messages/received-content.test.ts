import { type DeviceItem, storeDeviceItems } from '@parley/common/contracts/internal/store-device-items';
import { listConversationMessages } from '@parley/common/contracts/operator/conversations';
import type { Database } from '@parley/database/connection/connect-database';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import { expect, test } from 'vitest';
import { type OpenInbound, openForTest } from '../../test/open-inbound.ts';
import { openService } from '../../test/open-service.ts';
import { messagesBody, statusesBody, statusOf, textMessage } from '../../test/wa-bodies.ts';
import { storeItems } from '../batch/store-items.steps.ts';

const CUSTOMER = '15551234567';

/** A click-to-WhatsApp message as Meta documents it. */
const REFERRAL = {
  source_url: 'https://fb.me/3cr4Wqqkv',
  source_id: '120226305854810726',
  source_type: 'ad',
  body: 'Summer Succulents are here!',
  headline: 'Chat with us',
  media_type: 'image',
  image_url: 'https://scontent.xx.fbcdn.net/v/t45.1',
  ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e',
};
const ORDER = {
  catalog_id: '354160437058781',
  text: 'Quickly please',
  product_items: [{ product_retailer_id: 'HAMBURGER', quantity: 3, item_price: 30, currency: 'ILS' }],
};

const shown = async (inbound: OpenInbound) => {
  const [conversation] = await inbound.rows<{ id: number }>('SELECT id FROM conversations');
  const input = { slug: 'acme', id: conversation?.id ?? 0, limit: 50 };
  return (await inbound.call(listConversationMessages, input)).items;
};
const received = async (inbound: OpenInbound) => (await inbound.events('message.received')).map(({ data }) => data);

test('a referral, an order, a product and a forward of wa are in the event and in the inbox', async () => {
  const inbound = await openForTest();
  const referred = {
    context: { id: 'wamid.unknown', referred_product: { catalog_id: '9', product_retailer_id: 'di9' } },
  };
  await inbound.receiveMeta(
    messagesBody(
      'Ann',
      textMessage(CUSTOMER, 'from an ad', { referral: REFERRAL }),
      textMessage(CUSTOMER, '', { type: 'order', text: undefined, order: ORDER }),
      textMessage(CUSTOMER, 'this one?', referred),
      textMessage(CUSTOMER, 'passed on', { context: { frequently_forwarded: true } }),
      textMessage(CUSTOMER, 'plain'),
    ),
  );
  const expected = [
    {
      referral: {
        source: 'ad',
        source_id: REFERRAL.source_id,
        url: REFERRAL.source_url,
        headline: REFERRAL.headline,
        body: REFERRAL.body,
        media_url: REFERRAL.image_url,
        ctwa_clid: REFERRAL.ctwa_clid,
        ref: null,
      },
    },
    {
      order: {
        catalog_id: ORDER.catalog_id,
        items: [{ product_id: 'HAMBURGER', quantity: 3, price: 30, currency: 'ILS' }],
      },
    },
    { product: { product_id: 'di9', catalog_id: '9' } },
    { forwarded: true },
    null,
  ];
  const events = await received(inbound);
  for (const [index, facts] of expected.entries()) expect(events[index]).toMatchObject(facts ?? {});
  // A fact that the platform leaves out is absent.
  for (const member of ['referral', 'order', 'product', 'forwarded', 'poll_answer', 'mentions', 'view_once'])
    expect(events[4]).not.toHaveProperty(member);
  expect((await shown(inbound)).toReversed().map((message) => message.received)).toEqual(expected);
});

test('hostile facts of wa never make a message fail', async () => {
  const inbound = await openForTest();
  const hostile = {
    referral: {
      source_id: `\u0000${'9'.repeat(10_000)}`,
      source_url: 'javascript:alert(1)',
      image_url: { not: 'a text' },
      headline: '\ud800'.repeat(5000),
      ctwa_clid: 'x'.repeat(1_000_000),
    },
    context: { forwarded: 'true', referred_product: { product_retailer_id: 'p'.repeat(10_000) } },
    order: {
      product_items: [null, 7, { product_retailer_id: 'A', quantity: 'NaN', item_price: -1, currency: 'x'.repeat(99) }],
    },
  };
  await inbound.receiveMeta(messagesBody('Ann', textMessage(CUSTOMER, 'hi', hostile)));
  const [event] = await received(inbound);
  expect(event).toMatchObject({
    text: 'hi',
    referral: { source: 'ad', url: null, media_url: null, ctwa_clid: null },
    order: { catalog_id: null, items: [{ product_id: 'A', quantity: null, price: null, currency: null }] },
  });
  expect(event).not.toHaveProperty('forwarded');
  expect(await inbound.rows('SELECT 1 FROM quarantined_elements')).toEqual([]);
});

test('a vote on a linked device names the options of the poll that it answers', async () => {
  const inbound = await openForTest();
  const accountId = await inbound.addAccount({ tenantId: inbound.tenantId, channel: 'wd', externalId: '7' });
  const person = { address: '+15550002', aliases: [], name: 'Bob', phone: '+15550002' };
  const hear = (id: string, given: Partial<Extract<DeviceItem, { kind: 'message' }>>) =>
    inbound.call(storeDeviceItems, {
      tenantId: inbound.tenantId,
      externalId: '7',
      items: [
        {
          kind: 'message',
          providerMessageId: id,
          at: new Date().toISOString(),
          from: person,
          group: null,
          text: '',
          attachments: [],
          replyToProviderId: null,
          ...given,
        },
      ],
    });
  await hear('M1', { text: 'hello', mentions: ['+15550009'], viewOnce: true });
  const [poll] = await inbound.rows<{ id: string }>(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, peer, text,
                           attachments, extra, provider_message_id, happened_at)
     SELECT tenant_id, id, $1, 'wd', 'out', 'api', 'sent', peer, '', '[]', $2, 'POLL', now() FROM conversations RETURNING id`,
    accountId,
    JSON.stringify({ content: { poll: { question: 'Drink?', options: ['Tea', 'Coffee'], multiple: false } } }),
  );
  await hear('V1', { replyToProviderId: 'POLL', pollAnswer: { options: [{ index: 1, title: null }] } });
  await hear('V2', { replyToProviderId: 'POLL', pollAnswer: { options: [] } });
  const [plain, vote, none] = await received(inbound);
  expect(plain).toMatchObject({ mentions: ['+15550009'], view_once: true });
  expect(vote).toMatchObject({
    text: 'Coffee',
    reply_to: poll?.id,
    poll_answer: { options: [{ index: 1, title: 'Coffee' }] },
  });
  expect(none).toMatchObject({ text: '', poll_answer: { options: [] } });
  const [, inInbox] = (await shown(inbound)).toReversed().filter(({ direction }) => direction === 'in');
  expect(inInbox).toMatchObject({ text: 'Coffee', received: { poll_answer: { options: [{ title: 'Coffee' }] } } });
});

test('Meta’s price is in message.status, and stays with the message', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(CUSTOMER, 'hi')));
  await inbound.rows(
    `INSERT INTO messages (tenant_id, conversation_id, channel_account_id, channel, direction, origin, status, receipt, peer, text,
                           attachments, provider_message_id, happened_at)
     SELECT tenant_id, id, channel_account_id, 'wa', 'out', 'api', 'sent', 'sent', peer, 'sale', '[]', 'wamid.OUT', now() FROM conversations`,
  );
  const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' };
  await inbound.receiveMeta(statusesBody(statusOf('wamid.OUT', 'delivered', { pricing })));
  await inbound.receiveMeta(statusesBody(statusOf('wamid.OUT', 'read', { pricing: 'free' })));
  const charged = { category: 'marketing', billable: true, model: 'PMP' };
  const [delivered, read] = (await inbound.events('message.status')).map(({ data }) => data);
  expect(delivered).toMatchObject({ status: 'delivered', pricing: charged });
  expect(read).not.toHaveProperty('pricing');
  expect((await shown(inbound))[0]).toMatchObject({ text: 'sale', status: 'read', pricing: charged });
});

test('a message with every fact needs no more statements than a plain one', async () => {
  const inbound = await openForTest();
  const statements: string[] = [];
  const counted = (database: Database): Database => ({
    ...database,
    transaction: (work) =>
      database.transaction((sql) =>
        work({
          commitWith(last) {
            statements.push(...last.statements.map(({ name, text }) => name ?? text));
            return sql.commitWith(last);
          },
          query(statement) {
            statements.push(statement.name ?? statement.text);
            return sql.query(statement);
          },
        }),
      ),
  });
  const measured = openService(inbound, { unmappedDatabase: counted(inbound.database.db) });
  const store = async (given: Record<string, unknown>) => {
    statements.length = 0;
    await storeItems(measured, parseWaWebhook(messagesBody('Ann', textMessage(CUSTOMER, 'hi', given))));
    return [...statements];
  };
  await store({});
  const plain = await store({});
  const full = await store({ referral: REFERRAL, context: { forwarded: true }, order: ORDER });
  expect(full).toEqual(plain);
  expect(plain).toHaveLength(3);
});
