import { describe, expect, test } from 'vitest';
import { PLAIN } from '../outbound-message.ts';
import { waReactionBody, waSendBody } from './wa-send-body.ts';

const base = { to: '+16505551234', text: '', ...PLAIN };
const build = (given: Partial<Parameters<typeof waSendBody>[0]>) => waSendBody({ ...base, ...given }, '42');
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
