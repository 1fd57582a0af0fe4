import { describe, expect, test } from 'vitest';
import { PLAIN } from '../sent/outbound-message.ts';
import { waReactionBody, waSendBodies } from './wa-send-body.ts';

const base = { to: '+16505551234', text: '', ...PLAIN };
const build = (given: Partial<Parameters<typeof waSendBodies>[0]>) => waSendBodies({ ...base, ...given }, '42')[0];
const sent = { messaging_product: 'whatsapp', recipient_type: 'individual', biz_opaque_callback_data: '42' };

describe('the body of a wa send', () => {
  test('is a text to a number, with our own id to find it by', () => {
    expect(build({ text: 'hi' })).toEqual({
      ...sent,
      to: '16505551234',
      type: 'text',
      text: { body: 'hi', preview_url: false },
    });
  });

  test('names a person who hides their number by the business-scoped id, unchanged', () => {
    const body = build({ to: 'US.13491208655302741918', text: 'hi' });
    expect(body).toMatchObject({ recipient: 'US.13491208655302741918' });
    expect(body).not.toHaveProperty('to');
  });

  test.each([
    ['image', { link: 'https://e.example/f', caption: 'look' }],
    ['video', { link: 'https://e.example/f', caption: 'look' }],
    ['document', { link: 'https://e.example/f', caption: 'look', filename: 'f.pdf' }],
    // Audio has no caption.
    ['audio', { link: 'https://e.example/f' }],
  ] as const)('is a file of type %s, which the platform fetches by its URL', (type, part) => {
    const media = { type, url: 'https://e.example/f', filename: 'f.pdf' };
    expect(build({ text: 'look', media })).toEqual({ ...sent, to: '16505551234', type, [type]: part });
  });

  test('has no caption without a text, and no filename when none is known', () => {
    const media = { type: 'document', url: 'https://e.example/f', filename: null } as const;
    expect(build({ media })).toMatchObject({ document: { link: 'https://e.example/f' } });
    expect(build({ media }).document).not.toHaveProperty('caption');
  });

  test('names the language of a template by its code alone, without a policy', () => {
    const template = { name: 'order_ready', language: 'en_US' };
    expect(build({ template }).template).toEqual({ name: 'order_ready', language: { code: 'en_US' } });
  });

  test('is a template: variables fill its body, components override them, and both may be left out', () => {
    const template = { name: 'order_ready', language: 'en_US' };
    const components = [{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'x' }] }];
    const of = (given: object) => build({ template: { ...template, ...given } }).template;
    const named = { name: 'order_ready', language: { code: 'en_US' } };
    expect(of({})).toEqual(named);
    expect(of({ variables: [] })).toEqual(named);
    expect(of({ variables: ['Ann', '#12'] })).toEqual({
      ...named,
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ann' },
            { type: 'text', text: '#12' },
          ],
        },
      ],
    });
    expect(of({ variables: ['Ann'], components })).toEqual({ ...named, components });
  });
});

test.each([
  ['👍', '👍'],
  [null, ''],
])('a reaction of %s is a message of its own', (emoji, sent) => {
  expect(waReactionBody('+16505551234', 'wamid.1', emoji)).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '16505551234',
    type: 'reaction',
    reaction: { message_id: 'wamid.1', emoji: sent },
  });
});

describe('content other than text and files', () => {
  const replies = [
    { id: 'y', title: 'Yes' },
    { id: 'n', title: 'No' },
  ];
  const image = { type: 'image', url: 'https://e.example/a.jpg', filename: null } as const;

  test('reply buttons below a text, with an image above it', () => {
    expect(build({ text: 'Tea?', rich: { buttons: replies }, media: image })).toMatchObject({
      type: 'interactive',
      interactive: {
        type: 'button',
        header: { type: 'image', image: { link: 'https://e.example/a.jpg' } },
        body: { text: 'Tea?' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'y', title: 'Yes' } },
            { type: 'reply', reply: { id: 'n', title: 'No' } },
          ],
        },
      },
    });
  });

  test('a button that opens an address', () => {
    const buttons = [{ title: 'Shop', url: 'https://example.com' }];
    expect(build({ text: 'See', rich: { buttons } }).interactive).toEqual({
      type: 'cta_url',
      body: { text: 'See' },
      action: { name: 'cta_url', parameters: { display_text: 'Shop', url: 'https://example.com' } },
    });
  });

  test('a list', () => {
    const sections = [{ rows: [{ id: 't', title: 'Tea', description: 'Hot' }] }];
    expect(build({ text: 'Drinks', rich: { list: { button: 'Choose', sections } } }).interactive).toEqual({
      type: 'list',
      body: { text: 'Drinks' },
      action: { button: 'Choose', sections },
    });
  });

  test('a location, and contacts', () => {
    const location = { latitude: 29.3, longitude: 47.9, name: 'Office' };
    expect(build({ rich: { location } })).toEqual({ ...sent, to: '16505551234', type: 'location', location });
    const contacts = [{ name: 'Ada', phones: ['+96550000002'], emails: ['ada@example.com'], organization: 'Engines' }];
    expect(build({ rich: { contacts } }).contacts).toEqual([
      {
        name: { formatted_name: 'Ada', first_name: 'Ada' },
        phones: [{ phone: '+96550000002' }],
        emails: [{ email: 'ada@example.com' }],
        org: { company: 'Engines' },
      },
    ]);
  });

  test('a voice note is audio with a mark; its text and buttons are another message', () => {
    const media = { type: 'voice', url: 'https://e.example/a.ogg', filename: null } as const;
    expect(build({ text: 'Tea?', rich: { buttons: replies }, media })).toMatchObject({
      type: 'audio',
      audio: { link: 'https://e.example/a.ogg', voice: true },
    });
  });

  test('a quote, and a preview', () => {
    const quoted = { providerMessageId: 'wamid.1', isOwn: false, author: null, text: 'x' };
    expect(build({ text: 'hi', quoted, preview: true })).toMatchObject({
      context: { message_id: 'wamid.1' },
      text: { body: 'hi', preview_url: true },
    });
  });
});
