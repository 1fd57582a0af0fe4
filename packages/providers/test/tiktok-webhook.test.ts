import { readFileSync } from 'node:fs';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { readTiktokMediaKey } from '@parley/providers/tiktok/tiktok-media-key';
import { parseTiktokWebhook } from '@parley/providers/tiktok/tiktok-webhook';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { damage } from './damage-value.ts';
import { fixture, fixtureBytes, fixtureNames } from './fixture.ts';

const RECEIVED_AT = new Date('2026-09-19T12:00:00Z');
const parse = (body: unknown) => parseTiktokWebhook(JSON.stringify(body) ?? '', RECEIVED_AT);

/** The item without the provider's own element. */
function reported(item: InboundItem): unknown {
  const { raw: _raw, ...rest } = { raw: null, ...item };
  // Dates as text, as in the expectations.
  return JSON.parse(JSON.stringify(rest));
}

const PERSON = { id: '+ZMM6I2k', role: 'personal_account' };
const BUSINESS = { id: '-000m4JH', role: 'business_account' };
const message = (given: Record<string, unknown>) => ({
  timestamp: 1_789_814_497_488,
  conversation_id: 'c+/==',
  message_id: 'm1==',
  from: 'cust_user',
  to: 'biz_user',
  unique_identifier: PERSON.id,
  from_user: PERSON,
  to_user: BUSINESS,
  ...given,
});
const event = (name: string, content: unknown) => ({
  client_key: '7623241219121414161',
  event: name,
  create_time: 1_789_814_497,
  user_openid: BUSINESS.id,
  content: typeof content === 'string' ? content : JSON.stringify(content),
});
const received = (given: Record<string, unknown>) => parse(event('im_receive_msg', message(given)));

describe('recorded webhooks of tt', () => {
  const names = fixtureNames('tt', 'webhook-');
  const expected: Record<string, unknown> = JSON.parse(
    readFileSync(new URL('expected/tt.json', import.meta.url), 'utf8'),
  );

  test('each fixture has an expectation', () => {
    expect(Object.keys(expected).sort()).toEqual(names);
  });

  test.each(names)('%s becomes exactly the expected items', (name) => {
    const raw = fixtureBytes('tt', name).toString('utf8');
    expect(parseTiktokWebhook(raw, RECEIVED_AT).map(reported)).toEqual(expected[name]);
  });
});

describe('a direct message of tt', () => {
  test('can be opened with only its attachment', () => {
    const [item] = received({ type: 'image', image: { media_id: 'v:1' } });
    const key = item?.kind === 'message' ? item.attachments[0]?.providerMediaId : null;
    expect(readTiktokMediaKey(key ?? '')).toEqual({
      mediaType: 'image',
      conversationId: 'c+/==',
      messageId: 'm1==',
      mediaId: 'v:1',
    });
    for (const broken of ['', 'v1', 'audio:a:b:c', 'image:%:b:c', 'image:a:b:c:d'])
      expect(readTiktokMediaKey(broken)).toBeNull();
  });

  test.each([
    ['template', { template: { title: 'Choose', buttons: [{ title: 'A' }] } }],
    ['others', {}],
    ['gift', { gift: { name: 'rose' } }],
  ])('of kind %s is kept unchanged', (type, parts) => {
    expect(received({ type, ...parts })).toMatchObject([
      { kind: 'message', text: '', attachments: [{ type: 'unsupported', payload: { type, ...parts } }] },
    ]);
  });

  test('whose file has no id is kept unchanged', () => {
    expect(received({ type: 'video', video: {} })).toMatchObject([
      { kind: 'message', attachments: [{ type: 'unsupported', payload: { type: 'video', video: {} } }] },
    ]);
  });

  test('keeps text that looks like an id, and an id that is a number', () => {
    const text = 'my order "comment_id":7310300000000000001';
    expect(received({ type: 'text', text: { body: text } })).toMatchObject([{ text }]);
    expect(received({ type: 'text', text: { body: '7310300000000000001' } })).toMatchObject([
      { text: '7310300000000000001' },
    ]);
  });

  test('without an id or a sender is unknown', () => {
    const text = { type: 'text', text: { body: 'x' } };
    expect(received({ ...text, message_id: undefined })).toMatchObject([{ kind: 'unknown' }]);
    expect(received({ ...text, from_user: undefined, unique_identifier: ' ' })).toMatchObject([{ kind: 'unknown' }]);
  });

  test('of unknown content is reported as unsupported', () => {
    expect(received({ type: undefined })).toMatchObject([
      { kind: 'message', text: '', attachments: [{ type: 'unsupported', payload: { type: 'unknown' } }] },
    ]);
  });

  test('has the time of its envelope when it has none, and of its arrival when neither has one', () => {
    const content = { type: 'text', text: { body: 'x' }, timestamp: undefined };
    expect(received(content)).toMatchObject([{ at: new Date(1_789_814_497_000) }]);
    const timeless = JSON.stringify({ ...event('im_receive_msg', message(content)), create_time: 'soon' });
    expect(parseTiktokWebhook(timeless, new Date(5000))).toMatchObject([{ kind: 'message', at: new Date(5000) }]);
  });

  test('may have its content as an object', () => {
    const content = message({ type: 'text', text: { body: 'x' } });
    expect(parse({ ...event('im_receive_msg', ''), content })).toMatchObject([{ kind: 'message', text: 'x' }]);
  });
});

describe('reactions of tt', () => {
  const reaction = (given: Record<string, unknown>) => ({
    operation: 'ADD',
    type: 'EMOJI',
    emoji: '👍',
    original_msg_id: 'm0==',
    unique_identifier: PERSON.id,
    timestamp: 1_789_814_498_000,
    ...given,
  });

  test('may arrive several at once, and each is reported separately', () => {
    const list = [reaction({}), reaction({ operation: 'REMOVE', emoji: '❤️' }), reaction({ operation: 'SHAKE' }), null];
    expect(received({ type: 'reaction', reaction: list }).map(reported)).toMatchObject([
      { kind: 'reaction', action: 'added', emoji: '👍', from: { address: PERSON.id, threadId: 'c+/==' } },
      { kind: 'reaction', action: 'removed', emoji: '❤️' },
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
  });

  test('that are images have their address, and no emoji', () => {
    const url = 'https://p16.tiktokcdn.example/1.webp?x-expires=1';
    const picture = { type: 'AI_EMOJI', emoji: undefined, ai_emoji_url: url };
    const removed = { ...picture, operation: 'REMOVE', ai_emoji_url: undefined };
    const broken = { ...picture, ai_emoji_url: 'javascript:1' };
    const list = [
      reaction(picture),
      reaction(removed),
      reaction(broken),
      reaction({ type: 'STICKER', emoji: undefined }),
    ];
    expect(received({ type: 'reaction', reaction: list }).map(reported)).toMatchObject([
      { kind: 'reaction', action: 'added', emoji: null, picture: { url } },
      { kind: 'reaction', action: 'removed', emoji: null, picture: { url: null } },
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
  });

  test('of the account itself are ignored', () => {
    const own = reaction({ unique_identifier: BUSINESS.id });
    expect(received({ type: 'reaction', reaction: [own] })).toMatchObject([{ kind: 'ignored' }]);
    expect(parse(event('im_send_msg', message({ type: 'reaction', reaction: [own] })))).toMatchObject([
      { kind: 'ignored' },
    ]);
  });

  test('that are invalid are unknown', () => {
    expect(received({ type: 'reaction', reaction: [] })).toMatchObject([{ kind: 'unknown' }]);
    expect(received({ type: 'reaction', reaction: reaction({}) })).toMatchObject([{ kind: 'reaction' }]);
  });
});

describe('a message that the account sent on tt', () => {
  const echo = (given: Record<string, unknown>) =>
    parse(
      event(
        'im_send_msg',
        message({ type: 'text', text: { body: 'x' }, from_user: BUSINESS, to_user: PERSON, ...given }),
      ),
    );

  test.each([
    ['API', true],
    ['APP', false],
    ['WEB', false],
    [undefined, true],
  ])('through %s may be ours: %s', (source, mayBeOurs) => {
    const tag = source === undefined ? {} : { message_tag: { source } };
    expect(echo(tag)).toMatchObject([{ kind: 'echo', origin: 'dashboard', mayBeOurs, to: { address: PERSON.id } }]);
  });

  test('without a recipient is unknown', () => {
    expect(echo({ to_user: undefined })).toMatchObject([{ kind: 'unknown' }]);
  });
});

describe('a comment of tt', () => {
  const comment = (given: string) => parse(event('comment.update', `{"timestamp":1789814497,${given}}`));

  test('keeps every digit of its ids', () => {
    expect(
      comment(
        '"comment_id":7310300000000000009,"video_id": 7300000000000000003,"parent_comment_id":9223372036854775807,"comment_action":"insert","unique_identifier":"u"',
      ),
    ).toMatchObject([
      {
        kind: 'comment',
        change: 'added',
        commentId: '7310300000000000009',
        postId: '7300000000000000003',
        parentId: '9223372036854775807',
      },
    ]);
  });

  test('is its own only when the account wrote it', () => {
    const by = (id: string) => comment(`"comment_id":1,"comment_action":"insert","unique_identifier":"${id}"`);
    expect(by(BUSINESS.id)).toMatchObject([{ isOwn: true, postId: null }]);
    expect(by(PERSON.id)).toMatchObject([{ isOwn: false, from: { id: PERSON.id, name: null } }]);
    expect(comment('"comment_id":1,"comment_action":"insert"')).toMatchObject([{ isOwn: false, from: null }]);
  });

  test('is hidden, shown only to friends, or public again, and a change with an unknown action is kept', () => {
    const changeOf = (action: string) => comment(`"comment_id":1,"comment_action":"${action}"`);
    expect(changeOf('set_to_hidden')).toMatchObject([{ kind: 'comment', change: 'hidden' }]);
    expect(changeOf('set_to_friends_only')).toMatchObject([{ change: 'hidden' }]);
    expect(changeOf('set_to_public')).toMatchObject([{ change: 'shown' }]);
    expect(comment('"comment_id":1,"comment_action":"constructor"')).toMatchObject([{ kind: 'unknown' }]);
    expect(comment('"comment_action":"insert"')).toMatchObject([{ kind: 'unknown' }]);
  });
});

describe('other webhooks of tt', () => {
  test('the end of an authorization breaks the account', () => {
    expect(parse(event('authorization.removed', { reason: 1 }))).toEqual([
      { kind: 'unauthorized', account: { channel: 'tt', externalId: BUSINESS.id }, at: new Date(1_789_814_497_000) },
    ]);
    const { create_time: _, content: __, ...bare } = event('authorization.removed', {});
    expect(parse(bare)).toMatchObject([{ kind: 'unauthorized', at: RECEIVED_AT }]);
  });

  test('a referral that names neither an ad nor a link is kept unchanged', () => {
    for (const given of [{}, { referral: 'ad' }, { referral: { ad: [], short_link: [null] } }]) {
      const body = event('im_referral_msg', message(given));
      expect(parse(body)).toEqual([{ kind: 'notice', channel: 'tt', topic: 'im_referral_msg', raw: body }]);
    }
  });

  test('a message can name the ad that led to it, as an object or as a list', () => {
    const ad = { ad_id: '178', ad_name: 'Sale', embed_url: 'https://www.tiktok.com/player/v1/1' };
    for (const referral of [{ source: 'AD', ad }, { ad: [ad] }])
      expect(received({ type: 'text', text: { body: 'Hi' }, referral })).toMatchObject([
        { kind: 'message', referral: { source: 'ad', source_id: '178', headline: 'Sale', url: ad.embed_url } },
      ]);
  });

  test('a read mark of the account itself is no receipt', () => {
    const own = { from_user: BUSINESS, to_user: PERSON, unique_identifier: BUSINESS.id };
    expect(parse(event('im_mark_read_msg', message(own)))).toMatchObject([{ kind: 'ignored' }]);
    expect(parse(event('im_mark_read_msg', { read: { last_read_timestamp: 1 } }))).toMatchObject([{ kind: 'unknown' }]);
  });

  test('of an unknown event are unknown, with the whole webhook', () => {
    const body = event('video.upload.failed', { share_id: '1' });
    expect(parse(body)).toEqual([{ kind: 'unknown', channel: 'tt', reason: 'event video.upload.failed', raw: body }]);
  });
});

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, '', ' ', [], {}, [null], -1, 0, 1e300, '__proto__', 'constructor', true),
);

describe('the parser of tt', () => {
  test('returns a list for any text and any JSON', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          odd.map((body) => JSON.stringify(body)),
        ),
        (raw) => {
          expect(parseTiktokWebhook(raw).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  test('returns a list for a known webhook with any value at any place of its body or its content', () => {
    const bodies = fixtureNames('tt', 'webhook-').map((name) => fixture('tt', name) as { content: string }); // safe: every fixture is one
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.boolean(),
        fc.array(fc.nat(20), { maxLength: 6 }),
        odd,
        (body, inside, path, replacement) => {
          const given = inside
            ? { ...body, content: JSON.stringify(damage(JSON.parse(body.content), path, replacement)) }
            : damage(body, path, replacement);
          expect(parse(given).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
