import { markConversationRead, updateConversation } from '@parley/common/contracts/operator/conversations';
import { updateConversations } from '@parley/common/contracts/operator/update-conversations';
import { deliveriesDue, inboxChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { BOT, NUMBER } from '../../test/seed-database.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  contactOf,
  messagesBody,
  textMessage,
  textUpdate,
  wamid,
} from '../../test/wa-bodies.ts';

test('a customer’s message is reported exactly as in the contract', async () => {
  const inbound = await openForTest();
  const at = new Date('2026-03-01T10:00:00.000Z');
  const now = new Date('2026-03-01T10:00:03.250Z');
  inbound.setNow(now);
  const message = textMessage('15551234567', 'Hello', { timestamp: String(at.getTime() / 1000) });
  await inbound.receiveMeta(messagesBody('Ann Smith', message));
  const [event, ...more] = await inbound.events();
  expect(more).toEqual([]);
  const [conversation] = await inbound.rows<{ id: number; last_inbound_at: Date }>('SELECT * FROM conversations');
  const [stored] = await inbound.rows<{ id: string }>('SELECT id FROM messages');
  expect(event).toMatchObject({
    type: 'message.received',
    channel: 'wa',
    tenant_id: inbound.tenantId,
    created_at: now,
  });
  expect(event?.data).toEqual({
    channel: 'wa',
    conversation_id: conversation?.id,
    message_id: Number(stored?.id),
    from: '+15551234567',
    account: { id: NUMBER, number: '+15550783881', label: 'Acme Shop' },
    text: 'Hello',
    attachments: [],
    received_at: now.toISOString(),
    reply_until: '2026-03-02T10:00:00.000Z',
    provider_message_id: message.id,
    sender: { name: 'Ann Smith', username: null, phone: '+15551234567' },
    reply_to: null,
  });
  expect(conversation?.last_inbound_at).toEqual(at);
});

test('a Telegram message names its chat as from, its bot as account, and has no window', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(555001, 7, 'Hi bot'));
  const [event] = await inbound.events();
  expect(event?.data).toMatchObject({
    channel: 'tg',
    from: '555001',
    account: { id: BOT, number: null, label: 'acme_bot' },
    text: 'Hi bot',
    reply_until: null,
    provider_message_id: '555001:7',
    sender: { name: 'Ann', username: 'ann', phone: null },
  });
});

test('keys are woken after the commit', async () => {
  const inbound = await openForTest();
  const woken: string[] = [];
  inbound.bus.onHint(deliveriesDue, ({ instanceIds }) => woken.push(...instanceIds));
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'Hello')));
  await pollUntil(() => (woken.length > 0 ? woken : null), { what: () => 'the hint' });
  expect(woken).toEqual(['ins_acme']);
  expect(await inbound.rows('SELECT 1 FROM deliveries')).toHaveLength(1);
});

test('open pages are notified of edits and of people’s decisions, after the commit, unless nothing changes', async () => {
  const inbound = await openForTest();
  const told: number[] = [];
  inbound.bus.onHint(inboxChanged, ({ tenantIds }) => told.push(...tenantIds));
  const untilTold = (times: number) =>
    pollUntil(() => (told.length >= times ? true : null), { what: () => `${told.length} hints` });
  await inbound.receiveTg(textUpdate(42, 1, 'Hi bot'));
  const { message } = textUpdate(42, 1, 'Hello bot');
  const edit = { update_id: 2000, edited_message: { ...message, edit_date: message.date + 5 } };
  await inbound.receiveTg(edit);
  await untilTold(1);
  const [{ id } = { id: 0 }] = await inbound.rows<{ id: number }>('SELECT id FROM conversations');
  await inbound.receiveTg({ ...edit, update_id: 2001 });
  await inbound.call(updateConversation, { slug: 'acme', id, bot: 'paused' });
  await untilTold(2);
  await inbound.call(updateConversation, { slug: 'acme', id, bot: 'paused' });
  await inbound.call(markConversationRead, { slug: 'acme', id });
  await untilTold(3);
  await inbound.call(markConversationRead, { slug: 'acme', id });
  await inbound.call(updateConversations, { slug: 'acme', filter: {}, status: 'resolved' });
  await untilTold(4);
  expect(told).toEqual([1, 2, 3, 4].map(() => inbound.tenantId));
});

test('three messages, three changes and three entries of one body each arrive once', async () => {
  const inbound = await openForTest();
  const people = ['15550000001', '15550000002', '15550000003'] as const;
  const inOne = (tag: string) => people.map((from) => textMessage(from, `${tag} ${from}`));
  const three = changeValue({
    contacts: people.map((from) => contactOf(from, `P${from}`)),
    messages: inOne('message'),
  });
  const changes = inOne('change').map((message) => changeOf(changeValue({ messages: [message] })));
  const entries = inOne('entry').map((message) => ({
    id: '1',
    changes: [changeOf(changeValue({ messages: [message] }))],
  }));
  await inbound.receiveMeta(bodyOf(changeOf(three)));
  await inbound.receiveMeta(bodyOf(...changes));
  const answer = await inbound.receiveMeta({ object: 'whatsapp_business_account', entry: entries });
  expect(answer).toEqual({ items: 3 });
  const reported = (await inbound.events('message.received')).map(({ data }) => `${data.text} from ${data.from}`);
  const expected = ['message', 'change', 'entry'].flatMap((tag) => people.map((p) => `${tag} ${p} from +${p}`));
  expect(reported.sort()).toEqual(expected.sort());
});

test('the same webhook ten times at once creates one message and one event', async () => {
  const inbound = await openForTest();
  const body = messagesBody('Ann', textMessage('15551234567', 'Once'), textMessage('15551234567', 'Twice'));
  await Promise.all(Array.from({ length: 10 }, () => inbound.receiveMeta(body)));
  await inbound.receiveMeta(body);
  expect(await inbound.rows('SELECT 1 FROM messages')).toHaveLength(2);
  expect(await inbound.rows('SELECT 1 FROM deliveries')).toHaveLength(2);
  const reported = (await inbound.events()).map(({ data }) => data.text);
  expect(reported).toEqual(['Once', 'Twice']);
});

test('concurrent messages of a new customer create one contact and one conversation', async () => {
  const inbound = await openForTest();
  const texts = Array.from({ length: 40 }, (_, index) => `m${index}`);
  await Promise.all(texts.map((text) => inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', text)))));
  expect(await inbound.rows('SELECT 1 FROM contacts')).toHaveLength(1);
  expect(await inbound.rows('SELECT 1 FROM conversations')).toHaveLength(1);
  const reported = (await inbound.events()).map(({ data }) => data.text);
  expect(reported.sort()).toEqual(texts.sort());
});

test('under 300 concurrent webhooks each message keeps its own sender', async () => {
  const inbound = await openForTest();
  const people = Array.from({ length: 300 }, (_, index) => `1555${String(index).padStart(7, '0')}`);
  await Promise.all(people.map((from) => inbound.receiveMeta(messagesBody(`Name ${from}`, textMessage(from, from)))));
  const events = await inbound.events('message.received');
  expect(events).toHaveLength(300);
  for (const { data, conversation_id } of events) {
    expect(data.from).toBe(`+${data.text}`);
    expect(data.sender).toMatchObject({ name: `Name ${data.text}` });
    expect(data.conversation_id).toBe(conversation_id);
  }
  expect(new Set(events.map((event) => event.conversation_id)).size).toBe(300);
});

test('messages of one conversation are reported in the order and with the times in which they were stored', async () => {
  const inbound = await openForTest();
  for (let round = 0; round < 5; round++) {
    const batch = Array.from({ length: 20 }, (_, index) => textMessage(`1555000000${index % 4}`, `${round}-${index}`));
    await Promise.all(batch.map((message) => inbound.receiveMeta(messagesBody('P', message))));
  }
  const events = await inbound.events();
  const lastAt = new Map<number | null, number>();
  for (const { conversation_id, created_at } of events) {
    expect(created_at.getTime()).toBeGreaterThanOrEqual(lastAt.get(conversation_id) ?? 0);
    lastAt.set(conversation_id, created_at.getTime());
  }
});

test('a number hidden first and shown later is one contact and one conversation', async () => {
  const inbound = await openForTest();
  const hidden = { id: wamid(), from_user_id: 'US.13491208655302741918', type: 'text', text: { body: 'hidden' } };
  const scoped = { profile: { name: 'Ann' }, user_id: 'US.13491208655302741918' };
  const at = String(Math.floor(Date.now() / 1000));
  await inbound.receiveMeta(
    bodyOf(changeOf(changeValue({ contacts: [scoped], messages: [{ ...hidden, timestamp: at }] }))),
  );
  const shown = textMessage('15551234567', 'shown', { from_user_id: 'US.13491208655302741918' });
  await inbound.receiveMeta(
    bodyOf(changeOf(changeValue({ contacts: [{ ...scoped, wa_id: '15551234567' }], messages: [shown] }))),
  );
  const [first, second] = await inbound.events();
  expect(first?.data).toMatchObject({ from: 'US.13491208655302741918', sender: { phone: null } });
  expect(second?.data).toMatchObject({ from: '+15551234567', sender: { phone: '+15551234567' } });
  expect(second?.conversation_id).toBe(first?.conversation_id);
  expect(await inbound.rows('SELECT peer FROM conversations')).toEqual([{ peer: '+15551234567' }]);
});

test('two contacts that turn out to be one person are merged into the older', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'by number')));
  const scoped = { profile: { name: 'Ann' }, user_id: 'US.77' };
  const at = String(Math.floor(Date.now() / 1000));
  const byId = { id: wamid(), from_user_id: 'US.77', type: 'text', text: { body: 'by id' }, timestamp: at };
  await inbound.receiveMeta(bodyOf(changeOf(changeValue({ contacts: [scoped], messages: [byId] }))));
  const both = textMessage('15551234567', 'both', { from_user_id: 'US.77' });
  await inbound.receiveMeta(
    bodyOf(changeOf(changeValue({ contacts: [{ ...scoped, wa_id: '15551234567' }], messages: [both] }))),
  );
  const [first, second, third] = await inbound.events();
  expect(second?.conversation_id).not.toBe(first?.conversation_id);
  expect(third?.conversation_id).toBe(first?.conversation_id);
  const owners = await inbound.rows<{ contact_id: number }>('SELECT DISTINCT contact_id FROM contact_addresses');
  expect(owners).toHaveLength(1);
});

test('a reply has the message_id of the message it answers', async () => {
  const inbound = await openForTest();
  const first = textMessage('15551234567', 'first');
  await inbound.receiveMeta(messagesBody('Ann', first));
  const reply = textMessage('15551234567', 'reply', { context: { from: '15550783881', id: first.id } });
  await inbound.receiveMeta(messagesBody('Ann', reply));
  const [one, two] = await inbound.events();
  expect(two?.data.reply_to).toBe(String(one?.data.message_id));
});

test('in one body a reply names the message before it, and of two equal messages the first is reported', async () => {
  const inbound = await openForTest();
  const first = textMessage('15551234567', 'first');
  const reply = textMessage('15551234567', 'reply', { context: { from: '15550783881', id: first.id } });
  const second = textMessage('15551234567', 'second', { context: { from: '15550783881', id: reply.id } });
  await inbound.receiveMeta(
    messagesBody('Ann', first, textMessage('15551234567', 'twin', { id: first.id }), reply, second),
  );
  const reported = (await inbound.events()).map(({ data }) => [data.text, data.message_id, data.reply_to]);
  const [one, two, three] = reported.map(([, id]) => id);
  expect(reported).toEqual([
    ['first', one, null],
    ['reply', two, String(one)],
    ['second', three, String(two)],
  ]);
  const stored = await inbound.rows<{ text: string; reply_to_id: string | null }>(
    'SELECT text, reply_to_id FROM messages ORDER BY id',
  );
  expect(stored.map(({ text, reply_to_id: answered }) => [text, answered])).toEqual([
    ['first', null],
    ['reply', String(one)],
    ['second', String(two)],
  ]);
});

test('a new message opens a resolved conversation, and an older one does not shorten the window', async () => {
  const inbound = await openForTest();
  const now = Date.now();
  const atMs = (ms: number) => ({ timestamp: String(Math.floor(ms / 1000)) });
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'new', atMs(now))));
  await inbound.rows(`UPDATE conversations SET status = 'resolved'`);
  await inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', 'old', atMs(now - 3_600_000))));
  const [conversation] = await inbound.rows<{ status: string; last_inbound_at: Date }>('SELECT * FROM conversations');
  expect(conversation).toMatchObject({ status: 'open', last_inbound_at: new Date(Math.floor(now / 1000) * 1000) });
});

test('tenants with accounts of their own never see each other’s messages', async () => {
  const inbound = await openForTest();
  const other = await inbound.addTenant('other');
  await inbound.addAccount({ tenantId: other, channel: 'wa', externalId: '999000111' });
  const from = '15551234567';
  await inbound.receiveMeta(
    bodyOf(
      changeOf(changeValue({ messages: [textMessage(from, 'to acme')] })),
      changeOf(changeValue({ messages: [textMessage(from, 'to other')] }, '999000111')),
    ),
  );
  const events = await inbound.events();
  expect(events.map(({ tenant_id, data }) => [tenant_id, data.text]).sort()).toEqual(
    [
      [inbound.tenantId, 'to acme'],
      [other, 'to other'],
    ].sort(),
  );
  expect(await inbound.rows('SELECT 1 FROM contacts')).toHaveLength(2);
});

test('a message sent from the linked phone is reported once as sent, with origin phone', async () => {
  const inbound = await openForTest();
  const echo = {
    from: '15550783881',
    to: '15551234567',
    id: wamid(),
    timestamp: '1739321024',
    type: 'text',
    text: { body: 'On my way' },
  };
  const body = bodyOf(changeOf(changeValue({ message_echoes: [echo] }), 'smb_message_echoes'));
  await inbound.receiveMeta(body);
  await inbound.receiveMeta(body);
  const [event, ...more] = await inbound.events();
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'message.sent',
    data: { to: '+15551234567', origin: 'phone', text: 'On my way', template: null, provider_message_id: echo.id },
  });
  expect(await inbound.rows('SELECT direction, origin, status FROM messages')).toEqual([
    { direction: 'out', origin: 'phone', status: 'sent' },
  ]);
});
