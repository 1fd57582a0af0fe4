import { describe, expect, test } from 'vitest';
import { fixture } from '../../test/fixture.ts';
import { PLAIN } from '../sent/outbound-message.ts';
import { fbSendBodies, igSendBodies, privateReplyBody } from './person-send-body.ts';

const fb = { to: '254459191289871', text: '', ...PLAIN };
const ig = { ...fb, to: '910000000000001' };
const image = { type: 'image', url: 'https://example.com/a.jpg', filename: null } as const;
/** The recorded body, with our message's id in it. */
const named = (name: string, messageId: string) => {
  const body = fixture('fb', name) as { message: object }; // safe: every req-* is one
  return { ...body, message: { ...body.message, metadata: messageId } };
};

describe('the bodies of a send to a person', () => {
  test('equal the recorded ones; on fb each contains our message id, for its echo', () => {
    expect(fbSendBodies({ ...fb, text: 'hello, world' }, '42')).toEqual([named('req-send-text', '42')]);
    expect(fbSendBodies({ ...fb, media: image }, '42')).toEqual([named('req-send-image', '42')]);
    // safe: every req-* is an object
    const recorded = fixture('ig', 'req-send-text') as object;
    expect(igSendBodies({ ...ig, text: 'Hi' })).toEqual([{ ...recorded, messaging_type: 'RESPONSE' }]);
  });

  test('each have messaging_type RESPONSE, on ig as on fb', () => {
    const message = { ...ig, text: 'look', media: image };
    const types = [...fbSendBodies(message, '42'), ...igSendBodies(message)].map((body) => body.messaging_type);
    expect(types).toEqual(['RESPONSE', 'RESPONSE', 'RESPONSE', 'RESPONSE']);
  });

  test('are two for a file with a text: the file first', () => {
    const both = { text: 'look', media: image };
    expect(fbSendBodies({ ...fb, ...both }, '42').map(({ message }) => message)).toEqual([
      { attachment: { type: 'image', payload: { url: image.url, is_reusable: false } }, metadata: '42' },
      { text: 'look', metadata: '42' },
    ]);
    expect(igSendBodies({ ...ig, ...both }).map(({ message }) => message)).toEqual([
      { attachment: { type: 'image', payload: { url: image.url } } },
      { text: 'look' },
    ]);
  });

  test.each([
    ['image', 'image'],
    ['video', 'video'],
    ['audio', 'audio'],
    ['document', 'file'],
  ] as const)('%s is %s on the wire, which the platform fetches by its URL', (type, wireType) => {
    const message = { media: { type, url: 'https://e.example/f', filename: 'f' } };
    const wire = { message: { attachment: { type: wireType, payload: { url: 'https://e.example/f' } } } };
    expect(fbSendBodies({ ...fb, ...message }, '42')).toMatchObject([wire]);
    expect(igSendBodies({ ...ig, ...message })).toMatchObject([wire]);
  });

  test('answer a comment in private', () => {
    expect(privateReplyBody('fb', '122100000000_987654321', 'Thanks, details in private', '42')).toEqual(
      named('req-private-reply', '42'),
    );
    expect(privateReplyBody('ig', '18000000000000001', 'Hello in DM', '42')).toEqual(
      fixture('ig', 'req-private-reply'),
    );
  });
});

describe('content other than text and files', () => {
  const replies = [
    { id: 'y', title: 'Yes' },
    { id: 'n', title: 'No' },
  ];

  test('reply buttons are quick replies, below the text that follows a file', () => {
    const media = { type: 'voice', url: 'https://e.example/a.ogg', filename: null } as const;
    const bodies = fbSendBodies({ ...fb, text: 'Tea?', media, rich: { buttons: replies } }, '42');
    expect(bodies.map(({ message }) => message)).toEqual([
      {
        attachment: { type: 'audio', payload: { url: 'https://e.example/a.ogg', is_reusable: false } },
        metadata: '42',
      },
      {
        text: 'Tea?',
        quick_replies: [
          { content_type: 'text', title: 'Yes', payload: 'y' },
          { content_type: 'text', title: 'No', payload: 'n' },
        ],
        metadata: '42',
      },
    ]);
  });

  test('with an address among them, buttons are a template', () => {
    const buttons = [
      { title: 'Shop', url: 'https://example.com' },
      { id: 'n', title: 'No' },
    ];
    const [body] = igSendBodies({ ...fb, text: 'See', rich: { buttons } });
    expect(body?.message).toEqual({
      attachment: {
        type: 'template',
        payload: {
          template_type: 'button',
          text: 'See',
          buttons: [
            { type: 'web_url', title: 'Shop', url: 'https://example.com' },
            { type: 'postback', title: 'No', payload: 'n' },
          ],
        },
      },
    });
  });

  test('the first part quotes, beside its message; a person may answer later than the window', () => {
    const quoted = { providerMessageId: 'm_1', isOwn: false, author: null, text: 'x' };
    const media = { type: 'image', url: 'https://e.example/a.jpg', filename: null } as const;
    const bodies = fbSendBodies({ ...fb, text: 'hi', media, quoted, tag: 'human_agent' }, '42');
    expect(bodies.map(({ reply_to }) => reply_to)).toEqual([{ mid: 'm_1' }, undefined]);
    expect(bodies[0]).toMatchObject({ messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' });
    const [onInstagram] = igSendBodies({ ...ig, text: 'hi', quoted });
    for (const body of [...bodies, onInstagram]) expect(body?.message).not.toHaveProperty('reply_to');
    expect(onInstagram?.reply_to).toEqual({ mid: 'm_1' });
  });
});
