import { expect, test } from 'vitest';
import { type Client, openDeviceNetwork } from './device-client.ts';
import { until } from './until.ts';

const OWN = '15550001';
const PEER = '15550002';
const PEER_JID = `${PEER}@s.whatsapp.net`;

const received = (client: Client, id: string) => client.messages.find(({ message }) => message.key.id === id);
/** The best status so far: the client merges a quick receipt into the event of the message itself. */
const statusOf = (client: Client, id: string) =>
  Math.max(
    Number(received(client, id)?.message.status ?? 0),
    ...client.updates.filter(({ key }) => key.id === id).map(({ update }) => Number(update.status ?? 0)),
  );

test('texts are exchanged under Signal encryption, and receipts follow', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER, name: 'Bob', receipts: 'read' });
  const client = await network.link(OWN);

  const id = await client.send(PEER_JID, { text: 'hello Bob' });
  await until(() => client.acks.some((ack) => ack.id === id), 'the ack');
  await until(() => statusOf(client, id) === 4, 'the read receipt');
  const sent = await network.call('GET', `/messages?to=${PEER}`);
  expect(sent.body).toMatchObject({
    count: 1,
    messages: [{ id, type: 'text', text: 'hello Bob', times: 1, from: OWN }],
  });

  const written = await network.call('POST', `/phones/${PEER}/messages`, { to: OWN, type: 'text', text: 'hello you' });
  expect(written.body.devices).toEqual([`${OWN}:1`]);
  const got = await until(() => received(client, written.body.id), 'the answer');
  expect(got).toMatchObject({ type: 'notify', message: { message: { conversation: 'hello you' }, pushName: 'Bob' } });
  expect(got.message.key).toMatchObject({ remoteJid: PEER_JID, remoteJidAlt: `9${PEER}@lid`, fromMe: false });

  await client.sock.readMessages([got.message.key]);
  const inbound = await until(async () => {
    const { body } = await network.call('GET', '/inbound');
    return body.messages[0].receipts.includes('read') && body.messages[0];
  }, 'the read receipt at the network');
  expect(inbound).toMatchObject({ settled: 'receipt', deliveries: 1, receipts: ['inactive', 'read'] });
});

test('a conversation of many turns stays readable on both sides', async () => {
  await using network = await openDeviceNetwork();
  await network.call('PUT', '/settings', { auto_reply: 'echo' });
  await network.call('POST', '/phones', { number: PEER });
  const client = await network.link(OWN);
  const texts = Array.from({ length: 30 }, (_, index) => `turn ${index}`);
  for (const text of texts) await client.send(PEER_JID, { text });
  await until(() => client.messages.filter(({ message }) => !message.key.fromMe).length === 30, 'every echo');
  expect(new Set(client.messages.map(({ message }) => message.message?.conversation).filter(Boolean))).toEqual(
    new Set(texts),
  );
});

test('a repeated id is counted, and delivered only once', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER });
  const client = await network.link(OWN);
  await client.send(PEER_JID, { text: 'once' }, '3EB0SAMEID');
  await client.send(PEER_JID, { text: 'once' }, '3EB0SAMEID');
  await until(() => client.acks.filter(({ id }) => id === '3EB0SAMEID').length === 2, 'both acks');
  const { body } = await network.call('GET', `/messages?to=${PEER}`);
  expect(body).toMatchObject({ count: 1, messages: [{ times: 2 }] });
});

test('a peer may be known by lid, with or without its number', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER, lid: '77001', addressing: 'lid' });
  await network.call('POST', '/phones', { number: '15550003', lid: '77002', hide_number: true });
  const client = await network.link(OWN);
  const shown = await network.call('POST', `/phones/${PEER}/messages`, { to: OWN, type: 'text', text: 'lid' });
  const hidden = await network.call('POST', '/phones/15550003/messages', { to: OWN, type: 'text', text: 'hidden' });
  const first = await until(() => received(client, shown.body.id), 'the message by lid');
  expect(first.message.key).toMatchObject({ remoteJid: '77001@lid', remoteJidAlt: PEER_JID, addressingMode: 'lid' });
  const second = await until(() => received(client, hidden.body.id), 'the message without a number');
  expect(second.message.key.remoteJidAlt).toBeUndefined();
  expect(await client.sock.signalRepository.lidMapping.getPNForLID('77001@lid')).toContain(PEER);

  const id = await client.send('77002@lid', { text: 'to a lid' });
  await until(() => statusOf(client, id) === 3, 'the delivery receipt');
});

test('a message typed on the own phone arrives as from me', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER });
  const client = await network.link(OWN);
  const { body } = await network.call('POST', `/phones/${OWN}/messages`, { to: PEER, type: 'text', text: 'by hand' });
  const got = await until(() => received(client, body.id), 'the own message');
  expect(got.message).toMatchObject({
    key: { remoteJid: PEER_JID, fromMe: true },
    message: { conversation: 'by hand' },
  });
});

test('reactions, edits, revocations, replies and other content arrive as phones create them', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER });
  const client = await network.link(OWN);
  const write = (body: object) => network.call('POST', `/phones/${PEER}/messages`, { to: OWN, ...body });
  const sentId = await client.send(PEER_JID, { text: 'react to me' });
  const text = (await write({ type: 'text', text: 'original' })).body.id;
  const expected = [
    [await write({ type: 'reaction', message_id: sentId, emoji: '👍' }), 'reactionMessage'],
    [await write({ type: 'edit', message_id: text, text: 'edited' }), 'protocolMessage'],
    [await write({ type: 'revoke', message_id: text }), 'protocolMessage'],
    [await write({ type: 'text', text: 'a reply', reply_to: sentId }), 'extendedTextMessage'],
    [await write({ type: 'location', latitude: 1.5, longitude: 2.5, name: 'Here' }), 'locationMessage'],
    [await write({ type: 'contact', name: 'Eve', phone: '+15550009' }), 'contactMessage'],
    [await write({ type: 'poll', name: 'Tea?', options: ['yes', 'no'] }), 'pollCreationMessageV3'],
    [await write({ type: 'text', text: 'short-lived', ephemeral: true }), 'ephemeralMessage'],
    [await write({ type: 'raw', proto: { conversation: 'raw' } }), 'conversation'],
  ] as const;
  for (const [written, kind] of expected) {
    const got = await until(() => received(client, written.body.id), kind);
    expect(Object.keys(got.message.message ?? {})).toContain(kind);
  }
  const reaction = client.messages.find(({ message }) => message.message?.reactionMessage)?.message;
  expect(reaction?.message?.reactionMessage?.key).toMatchObject({ id: sentId, fromMe: true });

  const peersText = { remoteJid: PEER_JID, fromMe: false, id: text };
  await client.send(PEER_JID, { react: { text: '🎉', key: peersText } });
  await client.send(PEER_JID, { text: 'better', edit: { remoteJid: PEER_JID, fromMe: true, id: sentId } });
  await client.send(PEER_JID, { delete: { remoteJid: PEER_JID, fromMe: true, id: sentId } });
  const taken = await until(async () => {
    const { body } = await network.call('GET', '/messages');
    return body.count === 4 && body.messages;
  }, 'everything sent');
  expect(taken.slice(1)).toMatchObject([
    { type: 'reaction', text: '🎉', target_id: text },
    { type: 'edit', text: 'better', target_id: sentId },
    { type: 'revoke', target_id: sentId },
  ]);
});

test('a number exists if it has a phone', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER });
  const client = await network.link(OWN);
  expect(await client.sock.onWhatsApp(`+${PEER}`)).toEqual([{ jid: PEER_JID, exists: true }]);
  expect(await client.sock.onWhatsApp('+15559999')).toEqual([]);
  await network.call('PUT', '/settings', { unknown_numbers: 'exist' });
  expect(await client.sock.onWhatsApp('+15559999')).toHaveLength(1);
});

test('two linked accounts can write to each other', async () => {
  await using network = await openDeviceNetwork();
  const one = await network.link(OWN);
  const two = await network.link(PEER);
  const id = await one.send(PEER_JID, { text: 'device to device' });
  const got = await until(() => received(two, id), 'the message on the other device');
  expect(got.message).toMatchObject({
    key: { fromMe: false },
    message: { extendedTextMessage: { text: 'device to device' } },
  });
});

test('a recipient that cannot read a message requests it again and gets it', async () => {
  await using network = await openDeviceNetwork();
  await network.call('POST', '/phones', { number: PEER });
  const client = await network.link(OWN);
  await network.call('POST', '/send-faults', { mode: 'retry' });
  const id = await client.send(PEER_JID, { text: 'say again' });
  const entry = await until(async () => {
    const { body } = await network.call('GET', '/messages');
    return body.messages[0]?.text === 'say again' && body.messages[0];
  }, 'the message on the second try');
  expect(entry).toMatchObject({ id, times: 2, retries: 1 });
});

test('a device that cannot read a message requests it again and gets it', async () => {
  await using network = await openDeviceNetwork();
  const client = await network.link(OWN);
  const write = (text: string) => network.call('POST', `/phones/${PEER}/messages`, { to: OWN, type: 'text', text });
  const first = await write('readable');
  await until(() => received(client, first.body.id), 'the first');
  await client.auth.keys.set({ session: { [`9${PEER}_1.0`]: null } });
  const second = await write('lost session');
  await until(
    () =>
      client.messages.some(({ message }) => message.message?.conversation === 'lost session') ||
      client.updates.some(({ key, update }) => key.id === second.body.id && update.message),
    'the message after a retry',
  );
});
