import { describe, expect, test } from 'vitest';
import { PLAIN } from '../sent/outbound-message.ts';
import { isTakenByAddress, telegramSends, telegramUpload } from './telegram-send.ts';

const base = { to: '-1001234567890', text: 'a_b <c>', ...PLAIN };

test('a text is sent unchanged, without parsing markup', () => {
  expect(telegramSends(base)[0]).toEqual({ method: 'sendMessage', body: { chat_id: -1001234567890, text: 'a_b <c>' } });
});

test('a message goes to the topic of its conversation, but one that quotes goes to that of the quoted one', () => {
  const inTopic = { ...base, threadId: '3' };
  const quoted = { providerMessageId: '-1001234567890:7', isOwn: false, author: null, text: 'hi' };
  expect(telegramSends(inTopic)[0].body).toMatchObject({ message_thread_id: 3 });
  expect(telegramSends({ ...inTopic, quoted })[0].body).toEqual({
    chat_id: -1001234567890,
    reply_parameters: { message_id: 7 },
    text: 'a_b <c>',
  });
  for (const threadId of ['1', null])
    expect(telegramSends({ ...base, threadId })[0].body).not.toHaveProperty('message_thread_id');
});

test('a message to a business chat names the connection, as text and as an upload', () => {
  const business = { ...base, to: '42@bc_1-A' };
  expect(telegramSends(business)[0].body).toEqual({ chat_id: 42, business_connection_id: 'bc_1-A', text: 'a_b <c>' });
  const media = { type: 'document', url: 'https://e.example/f', filename: null } as const;
  expect(telegramUpload({ ...business, text: '', media })?.fields).toEqual({
    chat_id: '42',
    business_connection_id: 'bc_1-A',
  });
  const quoted = { providerMessageId: '42@bc_1-A:7', isOwn: false, author: null, text: 'hi' };
  expect(telegramSends({ ...business, quoted })[0].body).toMatchObject({ reply_parameters: { message_id: 7 } });
});

test.each([
  ['image', 'sendPhoto', 'photo'],
  ['video', 'sendVideo', 'video'],
  ['audio', 'sendAudio', 'audio'],
  ['document', 'sendDocument', 'document'],
  ['voice', 'sendVoice', 'voice'],
] as const)('a file of type %s is sent with %s', (type, method, field) => {
  const media = { type, url: 'https://e.example/f', filename: null };
  const body = { chat_id: -1001234567890, [field]: 'https://e.example/f' };
  expect(telegramSends({ ...base, media })[0]).toEqual({ method, body: { ...body, caption: 'a_b <c>' } });
  expect(telegramSends({ ...base, text: '', media })[0]).toEqual({ method, body });
});

test('documents are sent by URL only as GIF, PDF, ZIP or without an extension, and all other files are sent by URL', () => {
  const isTaken = (name: string, type: 'document' | 'image' = 'document') =>
    isTakenByAddress({ type, url: `https://e.example/${name}?x=.pdf`, filename: null });
  expect(['a.gif', 'a.PDF', 'a.zip', 'a'].map((name) => isTaken(name))).toEqual([true, true, true, true]);
  expect(['a.docx', 'a.xlsx', 'a.csv'].map((name) => isTaken(name))).toEqual([false, false, false]);
  expect(isTaken('a.tiff', 'image')).toBe(true);
  const named = { type: 'document', url: 'https://e.example/a.pdf', filename: 'prices.xlsx' } as const;
  expect(isTakenByAddress(named)).toBe(false);
});

describe('content other than text and files', () => {
  const chat = { chat_id: -1001234567890 };

  test('each button has a separate row, so that no title is cut', () => {
    const buttons = [
      { id: 'y', title: 'Yes' },
      { title: 'Shop', url: 'https://example.com' },
    ];
    const reply_markup = {
      inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }], [{ text: 'Shop', url: 'https://example.com' }]],
    };
    expect(telegramSends({ ...base, rich: { buttons } })).toEqual([
      { method: 'sendMessage', body: { ...chat, reply_markup, text: 'a_b <c>' } },
    ]);
  });

  test('a list becomes buttons, and its other texts stand above them', () => {
    const sections = [
      { title: 'Hot', rows: [{ id: 't', title: 'Tea', description: 'With mint' }] },
      { title: 'Cold', rows: [{ id: 'j', title: 'Juice' }] },
    ];
    const [{ body }] = telegramSends({ ...base, text: 'Drinks', rich: { list: { button: 'Choose', sections } } });
    expect(body.text).toBe('Drinks\n\nHot: Tea\nTea: With mint\nCold: Juice');
    expect(body.reply_markup).toEqual({
      inline_keyboard: [[{ text: 'Tea', callback_data: 't' }], [{ text: 'Juice', callback_data: 'j' }]],
    });
  });

  test('a place with a name or an address is a venue', () => {
    const place = { latitude: 29.3, longitude: 47.9 };
    const sent = (location: typeof place & { name?: string; address?: string }) =>
      telegramSends({ ...base, rich: { location } })[0];
    expect(sent(place)).toEqual({ method: 'sendLocation', body: { ...chat, ...place } });
    const named = { title: 'Office', address: 'Office' };
    expect(sent({ ...place, name: 'Office' })).toEqual({ method: 'sendVenue', body: { ...chat, ...place, ...named } });
  });

  test('each contact is a message, and its vCard has the fields that the platform does not show', () => {
    const contacts = [
      { name: 'Ada; Countess', phones: ['+96550000002'], emails: ['ada@example.com'] },
      { name: 'Bob', phones: ['+96550000003'] },
    ];
    const quoted = { providerMessageId: '-1001234567890:7', isOwn: false, author: null, text: 'who?' };
    const [first, second, ...others] = telegramSends({ ...base, quoted, rich: { contacts } });
    expect(others).toEqual([]);
    expect(first.body).toMatchObject({ reply_parameters: { message_id: 7 }, phone_number: '+96550000002' });
    expect(first.body.vcard).toContain('FN:Ada\\; Countess\r\n');
    expect(second?.body).toEqual({ ...chat, phone_number: '+96550000003', first_name: 'Bob' });
  });

  test('a poll is not anonymous: its answers come back', () => {
    const poll = { question: 'Tea?', options: ['yes', 'no'], multiple: true };
    expect(telegramSends({ ...base, rich: { poll } })[0]).toEqual({
      method: 'sendPoll',
      body: {
        ...chat,
        question: 'Tea?',
        options: [{ text: 'yes' }, { text: 'no' }],
        is_anonymous: false,
        allows_multiple_answers: true,
      },
    });
  });

  test('a link has no preview when none is wanted', () => {
    const options = (preview?: boolean) => telegramSends({ ...base, preview })[0].body.link_preview_options;
    expect([options(), options(false), options(true)]).toEqual([
      undefined,
      { is_disabled: true },
      { is_disabled: false },
    ]);
  });

  test('members of a form that are no text travel as JSON', () => {
    const media = { type: 'image', url: 'https://e.example/f', filename: null } as const;
    const upload = telegramUpload({ ...base, media, rich: { buttons: [{ id: 'y', title: 'Yes' }] } });
    expect(upload?.fields).toEqual({
      chat_id: '-1001234567890',
      reply_markup: '{"inline_keyboard":[[{"text":"Yes","callback_data":"y"}]]}',
      caption: 'a_b <c>',
    });
  });
});
