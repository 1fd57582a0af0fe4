import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { openPeople, PEER } from '../../test/open-people.ts';
import { BOT, INSTAGRAM, PAGE } from '../../test/seed-database.ts';
import { messagesBody, textMessage, textUpdate, wamid } from '../../test/wa-bodies.ts';

const FROM = '15551234567';

test.each([
  [
    'a wa message of type voice is reported as voice',
    { type: 'voice', text: undefined, voice: { id: 'media-1', mime_type: 'audio/ogg' } },
    { text: '', attachments: [{ type: 'voice', mime_type: 'audio/ogg' }] },
  ],
  [
    'a caption on wa audio is kept as text',
    { type: 'audio', text: undefined, audio: { id: 'media-1', mime_type: 'audio/mpeg', caption: 'Listen' } },
    { text: 'Listen', attachments: [{ type: 'audio' }] },
  ],
  [
    'a wa message of an unknown type is reported as unsupported, with its own fields',
    { type: 'hologram', text: undefined, hologram: { depth: 3 } },
    { text: '', attachments: [{ type: 'unsupported', payload: { type: 'hologram', hologram: { depth: 3 } } }] },
  ],
  [
    'a wa message of an unknown type that has a text is reported with the text',
    { type: 'ephemeral', text: { body: 'gone tomorrow' } },
    { text: 'gone tomorrow', attachments: [{ type: 'unsupported', payload: { type: 'ephemeral' } }] },
  ],
  [
    'a wa message of an unknown type that has a picture is reported with the picture',
    {
      type: 'ephemeral',
      text: undefined,
      image: { id: 'media-1', mime_type: 'image/png', caption: 'look' },
      seconds: 5,
    },
    { text: 'look', attachments: [{ type: 'image' }, { payload: { type: 'ephemeral', seconds: 5 } }] },
  ],
  [
    'a wa location without a type is reported as a location',
    { type: undefined, text: undefined, location: { latitude: 29.3, longitude: 47.9, name: 'Souq' } },
    { text: '', attachments: [{ type: 'location', payload: { latitude: 29.3, longitude: 47.9, name: 'Souq' } }] },
  ],
  [
    'wa contacts without a type are reported as contacts',
    { type: undefined, text: undefined, contacts: [{ name: { formatted_name: 'Bob' } }] },
    { text: '', attachments: [{ type: 'contact', payload: { name: { formatted_name: 'Bob' } } }] },
  ],
  [
    'a wa message without a type, of unknown content, is reported with its own fields',
    { type: undefined, text: undefined, hologram: { depth: 3 } },
    { text: '', attachments: [{ type: 'unsupported', payload: { hologram: { depth: 3 } } }] },
  ],
  [
    'a wa picture with errors is reported with the picture and the errors',
    {
      type: 'image',
      text: undefined,
      image: { id: 'media-1' },
      errors: [{ code: 131052, title: 'Media download error' }],
    },
    {
      text: '',
      attachments: [
        { type: 'image' },
        { type: 'unsupported', payload: { errors: [{ code: 131052, title: 'Media download error' }] } },
      ],
    },
  ],
  [
    'a wa picture that is missing because of errors is reported with the errors',
    { type: 'image', text: undefined, errors: [{ code: 131052 }] },
    { text: '', attachments: [{ type: 'image', url: null }, { payload: { errors: [{ code: 131052 }] } }] },
  ],
])('%s', async (_title, given, reported) => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(FROM, '', given)));
  expect(await inbound.events()).toMatchObject([{ type: 'message.received', data: reported }]);
});

test('a wa text with an invalid timestamp is reported with the time of its arrival, once however often it is repeated', async () => {
  const inbound = await openForTest();
  const now = new Date('2026-03-01T10:00:03.250Z');
  inbound.setNow(now);
  const body = messagesBody('Ann', textMessage(FROM, 'Hello', { timestamp: 'TIMESTAMP' }));
  await inbound.receiveMeta(body);
  await inbound.receiveMeta(body);
  expect(await inbound.events()).toMatchObject([{ data: { text: 'Hello', received_at: now.toISOString() } }]);
  expect(await inbound.rows('SELECT happened_at FROM messages')).toEqual([{ happened_at: now }]);
});

const onInstagram = (entryId: string, recipient: string, text: string) => ({
  object: 'instagram',
  entry: [
    {
      id: entryId,
      time: Date.now(),
      messaging: [
        { sender: { id: PEER }, recipient: { id: recipient }, timestamp: Date.now(), message: { mid: wamid(), text } },
      ],
    },
  ],
});

test('an ig message is reported whether the entry or the recipient is the connected account', async () => {
  const { inbound } = await openPeople();
  await inbound.receiveMeta(onInstagram(INSTAGRAM, '909090', 'by its entry'));
  await inbound.receiveMeta(onInstagram('909090', INSTAGRAM, 'by its recipient'));
  await inbound.receiveMeta(onInstagram('909090', '808080', 'nobody here'));
  expect(await inbound.events()).toMatchObject([
    { data: { channel: 'ig', account: { id: INSTAGRAM }, from: PEER, text: 'by its entry' } },
    { data: { channel: 'ig', account: { id: INSTAGRAM }, from: PEER, text: 'by its recipient' } },
  ]);
});

const onPage = (message: object) => ({
  object: 'page',
  entry: [
    {
      id: PAGE,
      time: Date.now(),
      messaging: [{ sender: { id: PEER }, recipient: { id: PAGE }, timestamp: Date.now(), message }],
    },
  ],
});

test.each([
  ['fb', 'page', PAGE],
  ['ig', 'instagram', INSTAGRAM],
])(
  'on %s a message of a conversation that another app has is reported with a mark, and so is that app’s answer',
  async (channel, object, account) => {
    const { inbound } = await openPeople();
    const event = (message: object, sides: object) => ({
      timestamp: Date.now(),
      message: { mid: wamid(), ...message },
      ...sides,
    });
    const person = { sender: { id: PEER }, recipient: { id: account } };
    const app = { sender: { id: account }, recipient: { id: PEER } };
    const standby = [
      event({ text: 'hi' }, person),
      event({ text: 'from the other app', is_echo: true, app_id: 5 }, app),
    ];
    await inbound.receiveMeta({ object, entry: [{ id: account, time: Date.now(), standby }] });
    await inbound.receiveMeta({
      object,
      entry: [{ id: account, time: Date.now(), messaging: [event({ text: 'ours' }, person)] }],
    });
    const events = (await inbound.events()).map(({ type, data }) => [type, data.channel, data.text, data.standby]);
    expect(events).toEqual([
      ['message.received', channel, 'hi', true],
      ['message.sent', channel, 'from the other app', true],
      ['message.received', channel, 'ours', undefined],
    ]);
  },
);

test('a message with unknown content is reported as unsupported on every channel, with its own fields', async () => {
  const { inbound } = await openPeople();
  await inbound.receiveMeta(onPage({ mid: wamid(), hologram: { depth: 3 } }));
  await inbound.receiveTg(textUpdate(555001, 7, '', { hologram: { depth: 3 } }), BOT);
  expect(await inbound.events()).toMatchObject([
    { data: { channel: 'fb', attachments: [{ type: 'unsupported', payload: { hologram: { depth: 3 } } }] } },
    { data: { channel: 'tg', attachments: [{ type: 'unsupported', payload: { hologram: { depth: 3 } } }] } },
  ]);
});

test('a Telegram message without a date is reported with the time of its arrival', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(555001, 7, 'Hi bot', { date: 'soon' }), BOT);
  expect(await inbound.events()).toMatchObject([{ data: { text: 'Hi bot' } }]);
});

test.each([
  [
    'a live photo is reported as its picture and its video',
    {
      live_photo: {
        file_id: 'moving',
        mime_type: 'video/quicktime',
        duration: 2,
        photo: [{ file_id: 'small' }, { file_id: 'large', file_size: 90 }],
      },
      caption: 'look',
    },
    {
      text: 'look',
      attachments: [
        { type: 'image', mime_type: 'image/jpeg', size: 90 },
        { type: 'video', mime_type: 'video/quicktime' },
      ],
    },
  ],
  [
    'a rich message is reported with its text, and kept whole',
    { rich_message: { blocks: [{ type: 'paragraph', text: ['Is it ', { type: 'bold', text: 'ready' }, '?'] }] } },
    {
      text: 'Is it ready?',
      attachments: [{ type: 'unsupported', payload: { rich_message: { blocks: [{ type: 'paragraph' }] } } }],
    },
  ],
  [
    'the address behind the words of a Telegram text is reported',
    { text: 'our site', entities: [{ type: 'text_link', offset: 4, length: 4, url: 'https://shop.example/x' }] },
    { text: 'our site (https://shop.example/x)', attachments: [] },
  ],
  [
    'the address behind the words of a Telegram caption is reported',
    {
      photo: [{ file_id: 'p' }],
      caption: 'here',
      caption_entities: [{ type: 'text_link', offset: 0, length: 4, url: 'https://shop.example/x' }],
    },
    { text: 'here (https://shop.example/x)', attachments: [{ type: 'image' }] },
  ],
  [
    'the part of a message that an answer quotes is reported',
    {
      text: 'this one',
      reply_to_message: { message_id: 3 },
      quote: { text: 'the red one', position: 7, is_manual: true },
    },
    { text: 'this one', quote: 'the red one' },
  ],
])('%s', async (_title, content, reported) => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(555001, 7, '', { text: undefined, ...content }), BOT);
  expect(await inbound.events()).toMatchObject([{ type: 'message.received', data: reported }]);
});

test('an edit of a Telegram text also shows the URL of its links', async () => {
  const inbound = await openForTest();
  await inbound.receiveTg(textUpdate(555001, 7, 'our site'), BOT);
  const entities = [{ type: 'text_link', offset: 4, length: 4, url: 'https://shop.example/x' }];
  const { message } = textUpdate(555001, 7, 'our site', { edit_date: Math.floor(Date.now() / 1000), entities });
  await inbound.receiveTg({ update_id: 900_002, edited_message: message }, BOT);
  expect(await inbound.rows('SELECT text FROM messages')).toEqual([{ text: 'our site (https://shop.example/x)' }]);
});

test('a text of two megabytes is stored and reported up to the limit, and ends with a mark', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(FROM, 'x'.repeat(2_000_000))));
  const [event] = await inbound.events('message.received');
  expect(event?.data.text).toBe(`${'x'.repeat(65_535)}…`);
  expect(await inbound.rows('SELECT length(text) AS length FROM messages')).toEqual([{ length: 65_536 }]);
});
