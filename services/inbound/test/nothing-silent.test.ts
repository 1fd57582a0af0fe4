import { expect, test } from 'vitest';
import { openForTest } from './open-inbound.ts';
import { openPeople, PEER } from './open-people.ts';
import { BOT, INSTAGRAM, PAGE } from './seed-database.ts';
import { messagesBody, textMessage, textUpdate, wamid } from './wa-bodies.ts';

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
])('%s', async (_title, given, reported) => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(FROM, '', given)));
  expect(await inbound.events()).toMatchObject([{ type: 'message.received', data: reported }]);
});

test('a wa text with an invalid timestamp is reported with the time of its arrival, once however often it comes', async () => {
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

test('a text of two megabytes is stored and told as far as the limit, and ends with a mark', async () => {
  const inbound = await openForTest();
  await inbound.receiveMeta(messagesBody('Ann', textMessage(FROM, 'x'.repeat(2_000_000))));
  const [event] = await inbound.events('message.received');
  expect(event?.data.text).toBe(`${'x'.repeat(65_535)}…`);
  expect(await inbound.rows('SELECT length(text) AS length FROM messages')).toEqual([{ length: 65_536 }]);
});
