import { expect, it } from 'vitest';
import type { MessageTemplate } from '../providers/graph/state/business-account.ts';
import { tiktokMediaId } from '../providers/tiktok/wire/tiktok-media.ts';
import type { AcceptedSend } from '../state/accepted-send.ts';
import { describeSend, type SeenMessage } from './describe-send.ts';

const send = (channel: AcceptedSend['channel'], body: unknown, more: Partial<AcceptedSend> = {}): AcceptedSend => ({
  channel,
  account: '1',
  to: '2',
  provider_message_id: 'm',
  at: '2026-01-01T00:00:00Z',
  text: null,
  callback_data: null,
  method: 'messages',
  body,
  ...more,
});
const template: MessageTemplate = {
  id: '1',
  name: 'order_sent',
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [
    { type: 'BODY', text: 'Hi {{1}}, order {{2}} {{3}}' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop' }] },
  ],
};
const link = 'https://files.example/a.png';
const parameters = [
  { type: 'text', text: 'Ann' },
  { type: 'text', text: '$& 7' },
];

it.each<[string, AcceptedSend, Partial<SeenMessage> | null]>([
  [
    'a text',
    send('wa', { type: 'text', text: { body: 'hi' } }, { text: 'hi' }),
    { kind: 'text', text: 'hi', file: null },
  ],
  ['a picture by link', send('wa', { type: 'image', image: { link } }), { kind: 'image', file: { link } }],
  ['a picture by id', send('wa', { type: 'image', image: { id: '7' } }), { file: { media: '7' } }],
  ['no address but http', send('wa', { type: 'image', image: { link: 'file:///etc/passwd' } }), { file: null }],
  [
    'a filled template',
    send('wa', {
      type: 'template',
      template: { name: 'order_sent', language: { code: 'en' }, components: [{ type: 'body', parameters }] },
    }),
    { kind: 'template', text: 'Hi Ann, order $& 7 {{3}}', buttons: ['Stop'] },
  ],
  [
    'an unknown template',
    send('wa', { type: 'template', template: { name: 'x', language: { code: 'en' } } }),
    { text: 'x' },
  ],
  [
    'buttons of WhatsApp',
    send('wa', {
      type: 'interactive',
      interactive: { type: 'button', body: { text: 'Which?' }, action: { buttons: [{ reply: { title: 'Red' } }] } },
    }),
    { text: 'Which?', buttons: ['Red'] },
  ],
  [
    'the button of a list of WhatsApp',
    send('wa', {
      type: 'interactive',
      interactive: { type: 'list', body: { text: 'Which?' }, action: { button: 'Sizes', sections: [] } },
    }),
    { text: 'Which?', buttons: ['Sizes'] },
  ],
  [
    'a contact of WhatsApp',
    send('wa', { type: 'contacts', contacts: [{ name: { formatted_name: 'Ann' } }] }),
    { kind: 'contact', text: 'Ann' },
  ],
  [
    'a poll of a bot',
    send('tg', { question: 'Which?', options: [{ text: 'Red' }, { text: 'Blue' }] }, { method: 'sendpoll' }),
    { kind: 'poll', text: 'Which?', buttons: ['Red', 'Blue'] },
  ],
  [
    'a venue of a bot',
    send('tg', { latitude: 1, longitude: 2, title: 'Shop', address: 'Here' }, { method: 'sendvenue' }),
    { kind: 'location', text: 'Shop, 1, 2' },
  ],
  [
    'a contact of a bot',
    send('tg', { first_name: 'Ann', phone_number: '+1555' }, { method: 'sendcontact' }),
    { kind: 'contact', text: 'Ann, +1555' },
  ],
  ['a text of a bot', send('tg', { text: 'hi' }, { method: 'sendmessage', text: 'hi' }), { kind: 'text', text: 'hi' }],
  ['a photo of a bot', send('tg', { photo: link }, { method: 'sendphoto' }), { kind: 'image', file: { link } }],
  [
    'buttons of a bot',
    send('tg', { reply_markup: { inline_keyboard: [[{ text: 'Yes' }]] } }, { method: 'sendmessage' }),
    { buttons: ['Yes'] },
  ],
  [
    'an attachment of a page',
    send('fb', { recipient: { id: '2' }, message: { attachment: { type: 'image', payload: { url: link } } } }),
    { kind: 'image', file: { link } },
  ],
  [
    'quick replies of Instagram, as a form carries them',
    send(
      'ig',
      {
        recipient: '{"id":"2"}',
        message: JSON.stringify({ text: 'ok?', quick_replies: [{ content_type: 'text', title: 'Yes', payload: 'y' }] }),
      },
      { text: 'ok?' },
    ),
    { text: 'ok?', buttons: ['Yes'] },
  ],
  [
    'a picture on TikTok',
    send(
      'tt',
      {
        business_id: 'b',
        recipient_type: 'CONVERSATION',
        recipient: 'c',
        message_type: 'IMAGE',
        image: { media_id: tiktokMediaId('7') },
      },
      { method: 'message' },
    ),
    { kind: 'image', file: { media: '7' } },
  ],
  ['no answer to a comment', send('tt', {}, { method: 'comment_reply', text: 'hi' }), null],
])('a person sees %s', (_what, given, expected) => {
  const seen = describeSend(given, [template]);
  if (expected === null) expect(seen).toBeNull();
  else expect(seen).toMatchObject(expected);
});
