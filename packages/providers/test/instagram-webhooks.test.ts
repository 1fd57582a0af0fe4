import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { describe, expect, test } from 'vitest';

const PAGE = '1908000000001';
const IG = '17841400000000000';
const PERSON = '254459191289871';
const AT_MS = 1_780_000_000_000;
const AT = new Date(AT_MS);

const onInstagram = (event: object, id = IG) =>
  parseInstagramWebhook({
    object: 'instagram',
    entry: [
      {
        id,
        time: AT_MS,
        messaging: [{ sender: { id: PERSON }, recipient: { id: IG }, timestamp: AT_MS, ...event }],
      },
    ],
  });
const comment = (value: object) =>
  parseInstagramWebhook({
    object: 'instagram',
    entry: [{ id: IG, time: 1_780_000_000, changes: [{ field: 'comments', value }] }],
  });

describe('messaging events of an Instagram account', () => {
  test('belong to the account, even when the entry names its page', () => {
    expect(onInstagram({ message: { mid: 'm', text: 'hi' } }, PAGE)).toMatchObject([
      { account: { channel: 'ig', externalId: IG }, from: { address: PERSON } },
    ]);
    const echo = { sender: { id: IG }, recipient: { id: PERSON }, message: { mid: 'm', text: 'hi', is_echo: true } };
    expect(onInstagram(echo, PAGE)).toMatchObject([
      { kind: 'echo', account: { channel: 'ig', externalId: IG }, to: { address: PERSON } },
    ]);
  });

  test('a heart is a part without a text', () => {
    expect(onInstagram({ message: { mid: 'm', attachments: [{ type: 'like_heart' }] } })).toMatchObject([
      { kind: 'message', text: '', attachments: [{ type: 'unsupported', payload: { type: 'like_heart' }, url: null }] },
    ]);
  });

  test.each(['story_mention', 'share', 'ig_post', 'ig_reel', 'reel', 'unsupported_type'])(
    'the picture of a %s can be fetched while Instagram has it',
    (type) => {
      const part = { type, payload: { url: 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=2' } };
      expect(onInstagram({ message: { mid: 'm', attachments: [part] } })).toMatchObject([
        { attachments: [{ type: 'unsupported', payload: part, url: part.payload.url }] },
      ]);
    },
  );

  test('the first form of a message is not an edit', () => {
    expect(onInstagram({ message_edit: { mid: 'm', text: 'a', num_edit: 0 } })).toMatchObject([{ kind: 'ignored' }]);
    expect(onInstagram({ message_edit: { mid: 'm', text: 'a', num_edit: '1' } })).toMatchObject([{ kind: 'edited' }]);
  });

  test.each(['message', 'event'])('a message of an account to itself is ignored (is_self in the %s)', (where) => {
    const message = { mid: 'm', text: 'note', ...(where === 'message' ? { is_self: true } : {}) };
    expect(onInstagram({ message, ...(where === 'event' ? { is_self: true } : {}) })).toMatchObject([
      { kind: 'ignored' },
    ]);
  });

  test('may also arrive as changes, in the entry or in its list', () => {
    const value = {
      sender: { id: PERSON },
      recipient: { id: IG },
      timestamp: '1780000000',
      message: { mid: 'm', text: 'hi' },
    };
    const seen = { sender: { id: PERSON }, recipient: { id: IG }, timestamp: String(AT_MS), read: { mid: 'm' } };
    const items = parseInstagramWebhook({
      object: 'instagram',
      entry: [
        {
          id: IG,
          time: AT_MS,
          changes: [
            { field: 'messages', value },
            { field: 'messaging_seen', value: seen },
          ],
        },
        { id: IG, time: AT_MS, field: 'messages', value },
        { id: IG, time: AT_MS, field: 'messages', value: [value, 7] },
      ],
    });
    const message = { kind: 'message', at: AT, from: { address: PERSON }, text: 'hi' };
    expect(items).toMatchObject([
      message,
      { kind: 'watermark', status: 'read', peer: PERSON, untilProviderId: 'm', until: null, at: AT },
      message,
      message,
      { kind: 'unknown', channel: 'ig' },
    ]);
  });

  test('of a conversation that another app handles are read and marked in either form', () => {
    const event = { sender: { id: PERSON }, recipient: { id: IG }, message: { mid: 'm', text: 'hi' } };
    for (const form of [{ standby: [event] }, { changes: [{ field: 'standby', value: event }] }])
      expect(parseInstagramWebhook({ object: 'instagram', entry: [{ id: IG, time: AT_MS, ...form }] })).toMatchObject([
        { kind: 'message', text: 'hi', account: { channel: 'ig', externalId: IG }, isStandby: true },
      ]);
  });
});

describe('comments on Instagram', () => {
  test('have the webhook’s own time, and a person only when it names one', () => {
    expect(comment({ id: '1', text: 'x' })).toMatchObject([
      { kind: 'comment', change: 'added', at: AT, from: null, postId: null, isOwn: false },
    ]);
  });

  test('are the account’s own by its id or by the id that only own comments have', () => {
    expect(comment({ id: '1', from: { id: IG } })).toMatchObject([{ isOwn: true }]);
    expect(comment({ id: '1', from: { id: '9', self_ig_scoped_id: '8' } })).toMatchObject([{ isOwn: true }]);
    expect(comment({ id: '1', from: { id: '9' } })).toMatchObject([{ isOwn: false }]);
  });

  test('may arrive as a list, and in the entry itself', () => {
    const value = [{ id: '1', text: 'a' }, { id: '2', text: 'b' }, null];
    const entry = [{ id: IG, time: AT_MS, field: 'live_comments', value }];
    expect(parseInstagramWebhook({ object: 'instagram', entry })).toMatchObject([
      { kind: 'comment', commentId: '1' },
      { kind: 'comment', commentId: '2' },
      { kind: 'unknown' },
    ]);
  });

  test('a mention is a notice', () => {
    const change = { field: 'mentions', value: { comment_id: '1', media_id: '2' } };
    expect(parseInstagramWebhook({ object: 'instagram', entry: [{ id: IG, time: 1, changes: [change] }] })).toEqual([
      { kind: 'notice', channel: 'ig', topic: 'mentions', raw: { id: IG, changes: [change] } },
    ]);
  });
});

test('the body of another object is unknown', () => {
  expect(parseInstagramWebhook({ object: 'page', entry: [] })).toMatchObject([{ kind: 'unknown', channel: 'ig' }]);
});
