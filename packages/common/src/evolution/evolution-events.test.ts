import { describe, expect, test } from 'vitest';
import type { EventData } from '../events/event-data.ts';
import { toEvolutionEvent } from './evolution-events.ts';

const AT = '2026-09-01T09:00:00.000Z';
const SECONDS = Date.parse(AT) / 1000;
const account = { id: '3', number: '+15550100', label: 'Shop' };
const BASE = { channel: 'wd', conversation_id: 1, account } as const;
const ANN = '5511999999999@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';
const whatsapp_group = {
  is_group: true,
  group_jid: GROUP,
  participant: '+5511999999999',
  participant_name: 'Ann',
} as const;
const provider_message_id = '3EB0A1B2C3D4E5F60718';

const received = (given: Partial<EventData<'message.received'>> = {}): EventData<'message.received'> => ({
  ...BASE,
  message_id: 41,
  from: '+5511999999999',
  text: 'Hello',
  attachments: [],
  received_at: AT,
  reply_until: null,
  provider_message_id,
  sender: { name: 'Ann', username: null, phone: '+5511999999999' },
  reply_to: null,
  ...given,
});

const sent = (given: Partial<EventData<'message.sent'>> = {}): EventData<'message.sent'> => ({
  ...BASE,
  message_id: '42',
  to: '+5511999999999',
  text: 'Hello',
  attachments: [],
  origin: 'api',
  template: null,
  provider_message_id,
  sent_at: AT,
  ...given,
});

const file = (given: Partial<EventData<'message.received'>['attachments'][number]>) => ({
  id: '1',
  type: 'image' as const,
  url: 'https://parley.example/media/1',
  mime_type: 'image/jpeg',
  filename: null,
  size: 12_345,
  payload: null,
  ...given,
});

const recordOf = (type: string, data: object) => toEvolutionEvent(type, data, null);

describe('a received message', () => {
  test('is messages.upsert in the recorded shape', () => {
    expect(recordOf('message.received', received())).toEqual({
      event: 'messages.upsert',
      instance: 'Shop',
      sender: '15550100@s.whatsapp.net',
      data: {
        key: { remoteJid: ANN, fromMe: false, id: provider_message_id },
        pushName: 'Ann',
        status: 'DELIVERY_ACK',
        message: { conversation: 'Hello' },
        contextInfo: null,
        messageType: 'conversation',
        messageTimestamp: SECONDS,
        instanceId: '3',
        source: 'unknown',
      },
    });
  });

  test('names its author in a group, keeps a hidden id, and is named by the id of an account without a label', () => {
    expect(recordOf('message.received', received({ whatsapp_group, from: GROUP }))).toMatchObject({
      data: { key: { remoteJid: GROUP, participant: ANN }, pushName: 'Ann' },
    });
    const hidden = received({ from: '123456789012345@lid', account: { id: '3', number: null, label: null } });
    expect(recordOf('message.received', hidden)).toMatchObject({
      instance: '3',
      sender: null,
      data: { key: { remoteJid: '123456789012345@lid' } },
    });
  });

  test('has the quoted message by WhatsApp’s id', () => {
    const quoted = { id: '3EB0QUOTED', text: 'When?', author: '+15550100' };
    expect(toEvolutionEvent('message.received', received({ reply_to: '40' }), quoted)).toMatchObject({
      data: {
        contextInfo: {
          stanzaId: '3EB0QUOTED',
          participant: '15550100@s.whatsapp.net',
          quotedMessage: { conversation: 'When?' },
        },
      },
    });
  });

  test.each([
    ['imageMessage', file({}), { mimetype: 'image/jpeg', fileLength: '12345', caption: 'Hello' }],
    ['videoMessage', file({ type: 'video' }), {}],
    ['audioMessage', file({ type: 'voice' }), { ptt: true }],
    ['audioMessage', file({ type: 'audio' }), { ptt: false }],
    ['documentMessage', file({ type: 'document', filename: 'a.pdf' }), { fileName: 'a.pdf' }],
    ['stickerMessage', file({ type: 'sticker' }), {}],
  ])('with a file is %s, with its address at Parley', (messageType, attachment, fields) => {
    expect(recordOf('message.received', received({ attachments: [attachment] }))).toMatchObject({
      data: {
        messageType,
        message: { [messageType]: { url: attachment.url, ...fields }, mediaUrl: attachment.url },
      },
    });
  });

  test.each([
    [
      'locationMessage',
      {
        attachments: [
          file({ type: 'location', url: null, payload: { latitude: 1.5, longitude: 2, name: 'Sé', address: null } }),
        ],
      },
      { degreesLatitude: 1.5, degreesLongitude: 2, name: 'Sé' },
    ],
    [
      'contactMessage',
      { attachments: [file({ type: 'contact', url: null, payload: { name: 'Bob', vcard: 'BEGIN:VCARD' } })] },
      { displayName: 'Bob', vcard: 'BEGIN:VCARD' },
    ],
    [
      'buttonsResponseMessage',
      { interactive: { type: 'button', id: 'y', title: 'Yes', data: null } },
      { selectedButtonId: 'y', selectedDisplayText: 'Yes' },
    ],
    [
      'listResponseMessage',
      { interactive: { type: 'list', id: 'r', title: 'Red', data: { description: 'Bright' } } },
      { title: 'Red', description: 'Bright', singleSelectReply: { selectedRowId: 'r' } },
    ],
    [
      'pollUpdateMessage',
      { poll_answer: { options: [{ index: 0, title: 'A' }] } },
      { vote: { selectedOptions: ['A'] } },
    ],
  ] satisfies [string, Partial<EventData<'message.received'>>, object][])('is %s', (messageType, given, fields) => {
    const event = recordOf('message.received', received(given));
    expect(event).toMatchObject({ data: { messageType, message: { [messageType]: fields } } });
  });

  test('with several contacts is one message', () => {
    const contact = (name: string) => file({ type: 'contact', url: null, payload: { name, vcard: name } });
    expect(recordOf('message.received', received({ attachments: [contact('A'), contact('B')] }))).toMatchObject({
      data: {
        messageType: 'contactsArrayMessage',
        message: { contactsArrayMessage: { contacts: [{ displayName: 'A' }, {}] } },
      },
    });
  });
});

describe('a sent message', () => {
  test('of the API is send.message, not repeated as messages.upsert', () => {
    expect(recordOf('message.sent', sent())).toMatchObject({
      event: 'send.message',
      data: {
        key: { remoteJid: ANN, fromMe: true, id: provider_message_id },
        pushName: 'Você',
        status: 'PENDING',
        messageTimestamp: SECONDS,
        source: 'web',
      },
    });
  });

  test.each(['phone', 'dashboard', 'bot'] as const)(
    'of the origin %s is messages.upsert of the account itself',
    (origin) => {
      expect(recordOf('message.sent', sent({ origin }))).toMatchObject({
        event: 'messages.upsert',
        data: { key: { fromMe: true } },
      });
    },
  );

  test('without an id of WhatsApp has no form here', () => {
    expect(recordOf('message.sent', sent({ provider_message_id: null }))).toBeNull();
  });
});

test.each([
  ['sent', 'SERVER_ACK'],
  ['delivered', 'DELIVERY_ACK'],
  ['read', 'READ'],
  ['failed', 'ERROR'],
] as const)('the status %s is messages.update with %s', (status, expected) => {
  const data = { ...BASE, message_id: '42', to: '+5511999999999', status, at: AT, error: null, provider_message_id };
  expect(recordOf('message.status', data)).toEqual({
    event: 'messages.update',
    instance: 'Shop',
    sender: '15550100@s.whatsapp.net',
    data: {
      keyId: provider_message_id,
      remoteJid: ANN,
      fromMe: true,
      participant: null,
      status: expected,
      instanceId: '3',
      messageId: '42',
    },
  });
  expect(recordOf('message.status', { ...data, to: GROUP, whatsapp_group })).toMatchObject({
    data: { remoteJid: GROUP, participant: ANN },
  });
});

describe('changes of a message', () => {
  const changed = { ...BASE, message_id: '41', direction: 'in', peer: '+5511999999999', provider_message_id };

  test('are messages.delete and messages.edited', () => {
    const key = { remoteJid: ANN, fromMe: false, id: provider_message_id };
    expect(recordOf('message.deleted', { ...changed, by: 'customer', deleted_at: AT })).toMatchObject({
      event: 'messages.delete',
      data: { ...key, status: 'DELETED' },
    });
    expect(recordOf('message.updated', { ...changed, text: 'New', edited_at: AT })).toMatchObject({
      event: 'messages.edited',
      data: { key, type: 14, editedMessage: { conversation: 'New' }, timestampMs: String(Date.parse(AT)) },
    });
  });
});

describe('a connection', () => {
  test('that opens, and that closes, is connection.update', () => {
    const opened = { channel: 'wd', id: '3', name: 'Shop', identifier: '+15550100', connected_at: AT, label: 'Shop' };
    expect(recordOf('channel.connected', opened)).toMatchObject({
      event: 'connection.update',
      instance: 'Shop',
      data: {
        instance: 'Shop',
        wuid: '15550100@s.whatsapp.net',
        profilePictureUrl: null,
        state: 'open',
        statusReason: 200,
      },
    });
    const closed = { channel: 'wd', id: '3', name: 'Shop', reason: 'logged_out', disconnected_at: AT };
    expect(recordOf('channel.disconnected', closed)).toMatchObject({
      event: 'connection.update',
      data: { instance: 'Shop', state: 'close', statusReason: 401 },
    });
    expect(recordOf('channel.disconnected', { ...closed, reason: 'replaced' })).toMatchObject({
      data: { statusReason: 440 },
    });
  });
});

describe('a group', () => {
  const group = { ...BASE, group_id: GROUP, subject: null, joined: [], left: [], by: '123@lid', at: AT };

  test.each([
    ['joined', 'add'],
    ['left', 'remove'],
    ['promoted', 'promote'],
    ['demoted', 'demote'],
  ])('whose members %s is group-participants.update with %s', (member, action) => {
    expect(recordOf('group.updated', { ...group, [member]: ['+5511999999999'] })).toMatchObject({
      event: 'group-participants.update',
      data: {
        id: GROUP,
        author: '123@lid',
        participants: [ANN],
        action,
        participantsData: [{ jid: ANN, phoneNumber: ANN, name: null, imgUrl: null }],
      },
    });
  });

  test('whose members stay has no form here', () => {
    expect(recordOf('group.updated', { ...group, subject: 'New' })).toBeNull();
  });
});

test.each([
  ['typing', 'composing'],
  ['recording', 'recording'],
  ['off', 'available'],
] as const)('the typing sign %s is presence.update with %s', (state, lastKnownPresence) => {
  expect(recordOf('contact.typing', { ...BASE, from: '+5511999999999', state, at: AT })).toMatchObject({
    event: 'presence.update',
    data: { id: ANN, presences: { [ANN]: { lastKnownPresence } } },
  });
});

test('events of other channels, and types without a form, stay in Parley’s own', () => {
  expect(recordOf('message.received', { ...received(), channel: 'tg' })).toBeNull();
  expect(recordOf('message.reaction', { channel: 'wd' })).toBeNull();
  expect(recordOf('toString', { channel: 'wd' })).toBeNull();
  expect(recordOf('message-sent', { ...sent() })).toBeNull();
});
